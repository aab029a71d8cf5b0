import type { ComponentProps } from 'react';
import { AVATAR_ROWS, avatarOf } from '@/lib/avatar';

const TILE_HEIGHT = 5;
const HALF_TILE_WIDTH = 3;
const WIDTH = 2 * HALF_TILE_WIDTH * AVATAR_ROWS;

export function Avatar({ wallet, ...props }: { readonly wallet: string } & ComponentProps<'svg'>) {
  const { paints, tiles } = avatarOf(wallet);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${TILE_HEIGHT * AVATAR_ROWS}`}
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

/** Returns the outline of all tiles with one tone. In each row, every second tile points down. */
function outlineOf(tiles: readonly number[], tone: number): string {
  let outline = '';
  for (let row = 0; row < AVATAR_ROWS; row += 1) {
    const firstOfRow = (row * (row + 1)) / 2;
    for (let place = 0; place <= 2 * row; place += 1) {
      if (tiles[firstOfRow + Math.min(place, 2 * row - place)] !== tone) continue;
      const left = WIDTH / 2 + HALF_TILE_WIDTH * (place - row - 1);
      const [base, tip] = place % 2 === 0 ? [row + 1, row] : [row, row + 1];
      outline += `M${left} ${base * TILE_HEIGHT}h${2 * HALF_TILE_WIDTH}L${left + HALF_TILE_WIDTH} ${tip * TILE_HEIGHT}Z`;
    }
  }
  return outline;
}
