/** A drawing of a slope with fallen stones and the capstone. */
export function FallenStones({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 300 130" className={className} aria-hidden="true">
      <path d="M0 118 56.9 42h26.5L98 118Z" fill="#6b5230" />
      <path d="M98 118 83.4 42h18.9L168 118Z" fill="#2a2230" />
      <g fill="none" className="stroke-night" strokeWidth="2">
        <path d="M47.5 54.5h66M39 67h84M29.5 79.7h105M20 92.4h126M10.5 105h147" />
      </g>
      <g className="origin-[232px_96px] animate-tumble">
        <g transform="rotate(118 232 96)">
          <path d="M232 72 258 112H206Z" className="fill-gold" />
          <path d="M232 72 258 112H237Z" className="fill-gold-deep" />
          <path d="M219 101q13-14 26 0-13 14-26 0Z" className="fill-night" />
          <circle cx="232" cy="101" r="4.6" className="fill-gold-bright" />
        </g>
      </g>
      <path d="M0 118.5h300" className="stroke-line" strokeWidth="1.5" />
    </svg>
  );
}
