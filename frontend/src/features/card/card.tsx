import type { ReactNode } from 'react';
import { LogoMark } from '@/components/art/logo-mark';
import { BODY_BEGINS, litFace, Monument, shadedFace } from '@/components/art/monument';
import { PALETTE } from '@/components/art/palette';

const COLOUR_CLASSES = Object.entries(PALETTE)
  .map(([name, colour]) => `.fill-${name}{fill:${colour}}.stroke-${name}{stroke:${colour}}`)
  .join('');

interface CardProps {
  readonly paint?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ paint, children }: CardProps) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <style>{`${COLOUR_CLASSES}.opacity-60{opacity:.6}`}</style>
      <rect width="1200" height="630" className="fill-night" />
      <Monument capstone="rests" width="1200" height="630" viewBox="-835 -101 1667 875">
        {paint}
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
      <g fontFamily="Geist" className="fill-sand">
        <Line x={136} y={102} size={40} font="Instrument Serif">
          Pyramidion
        </Line>
        {children}
        <g transform="rotate(-9 917 487)" letterSpacing="10">
          <Line x={753} y={511} size={68} font="Geist Medium" colour="ember">
            PARODY
          </Line>
        </g>
      </g>
    </svg>
  );
}

/** Default left edge of a line, in px. */
export const MARGIN = 76;

interface LineProps {
  readonly x?: number;
  readonly y: number;
  readonly size: number;
  readonly font?: 'Geist Medium' | 'Instrument Serif';
  readonly colour?: keyof typeof PALETTE;
  readonly children: ReactNode;
}

export function Line({ x = MARGIN, y, size, font, colour, children }: LineProps) {
  return (
    <text x={x} y={y} fontSize={size} fontFamily={font} className={colour && `fill-${colour}`}>
      {children}
    </text>
  );
}

interface PaintProps {
  readonly from: number;
  readonly to: number;
  readonly colour: 'gold' | 'ember';
}

/** Paints the body of the pyramid between two depths: 0 is the top of the body, 1 is the ground. */
export function Paint({ from, to, colour }: PaintProps) {
  const top = BODY_BEGINS + (1 - BODY_BEGINS) * from;
  const bottom = BODY_BEGINS + (1 - BODY_BEGINS) * to;
  const shaded = shadedFace(top, bottom);
  return (
    <>
      <path d={litFace(top, bottom)} className={`fill-${colour}`} />
      <path d={shaded} className={`fill-${colour}`} />
      <path d={shaded} className="fill-night" fillOpacity="0.4" />
    </>
  );
}
