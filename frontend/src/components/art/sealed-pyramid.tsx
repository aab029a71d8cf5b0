/** A pyramid nobody has been let into yet: outlines only, and the eye is asleep. */
export function SealedPyramid({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 240 190" className={className} aria-hidden="true">
      <path d="M120 8 150 58H90Z" className="fill-gold" />
      <path d="M120 8 150 58H125Z" className="fill-gold-deep" />
      <path
        d="M105 42q15 9 30 0M111 46l-2.5 4.5M120 47.5v5M129 46l2.5 4.5"
        fill="none"
        className="stroke-night"
        strokeWidth="2.75"
        strokeLinecap="round"
      />
      <g fill="none" className="stroke-line" strokeWidth="2" strokeLinejoin="round">
        <path d="M87.5 64h65l18 30h-101Z" className="fill-dusk" />
        <path d="M67 98h106l18 30H49Z" className="fill-dusk" />
        <path d="M46.5 132h147l18 30h-183Z" className="fill-dusk" />
        <path d="M120 64v30M96 98v30M145 98v30M72 132v30M120 132v30M168 132v30" />
      </g>
      <path d="M6 168h228" className="stroke-line" strokeWidth="2" />
    </svg>
  );
}
