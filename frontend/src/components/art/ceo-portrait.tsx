/** An official portrait in the manner of annual reports. */
export function CeoPortrait({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 400 440"
      className={className}
      role="img"
      aria-label="Portrait of CHEOPS, a golden capstone with one eye, in a collar and tie"
    >
      <defs>
        <radialGradient id="portrait-glow" cx="0.5" cy="0.42">
          <stop offset="0" stopColor="#e8b84b" stopOpacity="0.3" />
          <stop offset="1" stopColor="#e8b84b" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="400" height="440" fill="url(#portrait-glow)" />
      <path d="M200 62 318 258H82Z" className="fill-gold" />
      <path d="M200 62 318 258H222Z" className="fill-gold-deep" />
      <path d="M122 194q78-84 156 0-78 84-156 0Z" className="fill-night" />
      <circle cx="200" cy="194" r="33" className="fill-gold-bright" />
      <circle cx="200" cy="194" r="13" className="fill-night" />
      <circle cx="208" cy="184" r="5" className="fill-sand" />
      <path d="M20 440q8-124 118-152h124q110 28 118 152Z" className="fill-dune" />
      <path d="M138 284h124l-30 34-32-14-32 14Z" className="fill-sand" />
      <path d="m200 304 16 14-10 16 16 76-22 30-22-30 16-76-10-16Z" className="fill-gold" />
      <path
        d="m138 284-24 56 52 18-26 22 60 60M262 284l24 56-52 18 26 22-60 60"
        fill="none"
        className="stroke-line"
        strokeWidth="2.5"
      />
    </svg>
  );
}
