import { BODY_BEGINS, CORNERS } from '@/components/art/monument';
import { face } from '@/components/art/pyramid-geometry';

interface GildingProps {
  /** Floors that are gilded, from the ground up. */
  readonly floors: number;
  /** Floors of the whole pyramid. */
  readonly of: number;
}

/** Gold on the floors that a wallet has climbed. */
export function Gilding({ floors, of }: GildingProps) {
  const { apex, left, ridge, right } = CORNERS;
  const from = 1 - ((1 - BODY_BEGINS) * floors) / of;
  return (
    <>
      <path d={face(apex, left, ridge, from, 1)} className="fill-gold" />
      <path d={face(apex, ridge, right, from, 1)} className="fill-gold-deep" />
    </>
  );
}
