import { LogoMark } from '@/components/art/logo-mark';
import { BODY_BEGINS, CORNERS, face, Monument } from '@/components/art/monument';
import { PALETTE } from '@/components/art/palette';
import { LEVELS } from '@/features/levels/levels';

const COLOUR_CLASSES = Object.entries(PALETTE)
  .map(([name, colour]) => `.fill-${name}{fill:${colour}}.stroke-${name}{stroke:${colour}}`)
  .join('');

interface BackdropProps {
  /** Levels that are gilded, from the ground up. */
  readonly floors: number;
}

/** What a card has besides words: the desert at night, the frame of a certificate, and the rim of the stamp. */
export function Backdrop({ floors }: BackdropProps) {
  return (
    <>
      <style>{`${COLOUR_CLASSES}.opacity-60{opacity:.6}`}</style>
      <rect width="1200" height="630" className="fill-night" />
      <Monument still width="1200" height="630" viewBox="-835 -101 1667 875">
        <Gilding floors={floors} of={LEVELS.length} />
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

interface GildingProps {
  /** Floors that are gilded, from the ground up. */
  readonly floors: number;
  /** Floors of the whole pyramid. */
  readonly of: number;
}

/** Gold on the floors that a wallet has climbed. */
function Gilding({ floors, of }: GildingProps) {
  const { apex, left, ridge, right } = CORNERS;
  const from = 1 - ((1 - BODY_BEGINS) * floors) / of;
  return (
    <>
      <path d={face(apex, left, ridge, from, 1)} className="fill-gold" />
      <path d={face(apex, ridge, right, from, 1)} className="fill-gold-deep" />
    </>
  );
}
