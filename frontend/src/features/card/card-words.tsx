import type { ReactNode } from 'react';

/** Where lines begin, in px from the left. */
export const MARGIN = 76;

/** The words that are on every card, its name and its stamp, and between the two what this one says. */
export function CardWords({ children }: { readonly children: ReactNode }) {
  return (
    <g fontFamily="Geist" className="fill-sand">
      <text x="136" y="102" fontFamily="Instrument Serif" fontSize="40">
        Pyramidion
      </text>
      {children}
      <text
        x="753"
        y="511"
        transform="rotate(-9 917 487)"
        fontFamily="Geist Medium"
        fontSize="68"
        letterSpacing="10"
        className="fill-ember"
      >
        PARODY
      </text>
    </g>
  );
}
