const STEP = 36;
const FLOOR = 200;

/** Places for the first three, with nobody on them. The places are as high as is said: 3 steps for the winner's. */
export function Podium({ steps }: { readonly steps: readonly number[] }) {
  return (
    <svg viewBox={`0 0 300 ${FLOOR}`} aria-hidden="true" className="mx-auto w-full max-w-96">
      {steps.map((step, index) => (
        <g key={index} transform={`translate(${index * 100} ${FLOOR - step * STEP})`}>
          <path d="M50-60 74-14H26Z" className="fill-none stroke-stone" strokeDasharray="5 4" />
          <path d={`M3 0H97V${FLOOR}H3Z`} fill="#6b5230" />
          <path d={`M68 0H97V${FLOOR}H68Z`} fill="#2a2230" />
          <path d="M3 36H97M3 72H97" className="stroke-night" strokeWidth="2" />
          <path d="M3 0H97" className="stroke-gold" strokeWidth="2" />
        </g>
      ))}
    </svg>
  );
}
