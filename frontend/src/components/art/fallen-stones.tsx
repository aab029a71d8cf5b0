/** A slope, and a capstone that did not stay on it. */
export function FallenStones({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 130" className={className} aria-hidden="true">
      <path d="M0 118 78 14l90 104Z" className="fill-dune" />
      <path d="m78 14 90 104H98Z" className="fill-dusk" />
      <g fill="none" className="stroke-night" strokeWidth="2">
        <path d="M56 43.3 83.5 45l19.6 1.4M34 72.7l54.4 2.2 40.2-2M14 99.3l80 2.7 60-2" />
      </g>
      <g transform="rotate(118 232 96)">
        <path d="M232 72 258 112H206Z" className="fill-gold" />
        <path d="M232 72 258 112H237Z" className="fill-gold-deep" />
        <path d="M219 101q13-14 26 0-13 14-26 0Z" className="fill-night" />
        <circle cx="232" cy="101" r="4.6" className="fill-gold-bright" />
      </g>
      <path d="M0 118.5h300" className="stroke-line" strokeWidth="1.5" />
    </svg>
  );
}
