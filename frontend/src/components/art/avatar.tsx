import type { ComponentProps } from 'react';
import { AVATAR_ROWS, avatarOf } from '@/lib/avatar';

/** Height of a row of tiles, and half the width of one. */
const TALL = 5;
const HALF = 3;
const WIDTH = 2 * HALF * AVATAR_ROWS;

/** What a wallet is recognised by: a small pyramid of triangles, drawn from its address. */
export function Avatar({ wallet, ...props }: { readonly wallet: string } & ComponentProps<'svg'>) {
  const { paints, tiles } = avatarOf(wallet);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${TALL * AVATAR_ROWS}`}
      aria-hidden="true"
      data-slot="avatar"
      {...props}
    >
      {[...paints, '#322d3c'].map((paint, tone) => (
        <path key={paint} fill={paint} d={outlineOf(tiles, tone)} />
      ))}
    </svg>
  );
}

/** All tiles of a tone as one outline. Every second tile of a row stands on its tip. */
function outlineOf(tiles: readonly number[], tone: number): string {
  let outline = '';
  for (let row = 0; row < AVATAR_ROWS; row += 1) {
    const firstOfRow = (row * (row + 1)) / 2;
    for (let place = 0; place <= 2 * row; place += 1) {
      if (tiles[firstOfRow + Math.min(place, 2 * row - place)] !== tone) continue;
      const left = WIDTH / 2 + HALF * (place - row - 1);
      const [base, tip] = place % 2 === 0 ? [row + 1, row] : [row, row + 1];
      outline += `M${left} ${base * TALL}h${2 * HALF}L${left + HALF} ${tip * TALL}Z`;
    }
  }
  return outline;
}
