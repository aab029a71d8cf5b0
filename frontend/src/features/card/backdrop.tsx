import { LogoMark } from '@/components/art/logo-mark';
import type { ReactNode } from 'react';
import { BODY_BEGINS, CORNERS, face, Monument } from '@/components/art/monument';
import { PALETTE } from '@/components/art/palette';

const COLOUR_CLASSES = Object.entries(PALETTE)
  .map(([name, colour]) => `.fill-${name}{fill:${colour}}.stroke-${name}{stroke:${colour}}`)
  .join('');

/** What a card has besides words: the desert at night, the frame of a certificate, and the rim of the stamp. Children lie on the pyramid. */
export function Backdrop({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <style>{`${COLOUR_CLASSES}.opacity-60{opacity:.6}`}</style>
      <rect width="1200" height="630" className="fill-night" />
      <Monument capstone="rests" width="1200" height="630" viewBox="-835 -101 1667 875">
        {children}
      </Monument>
      <g fill="none" className="stroke-gold" strokeWidth="1.5">
        <rect x="24" y="24" width="1152" height="582" strokeOpacity="0.7" />
        <rect x="34" y="34" width="1132" height="562" strokeOpacity="0.3" />
      </g>
      <svg x="76" y="68" width="46" height="40" viewBox="0 0 32 28">
        <LogoMark />
      </svg>
      <rect
        x="726"
        y="434"
        width="382"
        height="104"
        rx="10"
        transform="rotate(-9 917 486)"
        strokeWidth="5"
        fillOpacity="0.86"
        className="fill-night stroke-ember"
      />
    </>
  );
}

interface PaintProps {
  /** Where it begins below the capstone and where it ends: 0 is the top of the body, 1 the ground. */
  readonly from: number;
  readonly to: number;
  readonly colour: 'gold' | 'ember';
}

/** Colour on both faces of a part of the pyramid. */
export function Paint({ from, to, colour }: PaintProps) {
  const { apex, left, ridge, right } = CORNERS;
  const top = cutAt(from);
  const bottom = cutAt(to);
  return (
    <>
      <path d={face(apex, left, ridge, top, bottom)} className={`fill-${colour}`} />
      <path d={face(apex, ridge, right, top, bottom)} className={`fill-${colour}`} />
      <path d={face(apex, ridge, right, top, bottom)} className="fill-night" fillOpacity="0.4" />
    </>
  );
}

function cutAt(part: number): number {
  return BODY_BEGINS + (1 - BODY_BEGINS) * part;
}
