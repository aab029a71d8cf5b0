/** First words of the invented titles. They are short, because the board's columns are narrow. */
export const OFFICES = (
  'Archivist Architect Bailiff Curator Envoy Herald Keeper Librarian Marshal Minister Notary Oracle ' +
  'Overseer Regent Registrar Scribe Secretary Sommelier Steward Surveyor Treasurer Trustee Vizier Warden'
).split(' ');

export const PORTFOLIOS = (
  'Buzzwords Camels Dunes Echoes Footnotes Lunches Momentum Moonlight Obelisks Optimism Papyrus Pivots ' +
  'Ramps Ropes Runway Sand Sandals Scarabs Slides Soon Stones Synergy Upside Vibes'
).split(' ');

export const AVATAR_ROWS = 4;

const TONES = 3;

/** Colours of avatars: gold, faience, lapis lazuli, carnelian and limestone. */
const PAINTS = ['#e8b84b', '#57b8a6', '#7b97e6', '#ff9a7d', '#f4ead8'] as const;

interface AvatarTiles {
  readonly paints: readonly [string, string];
  /** Tones row by row from the top, each row from its left edge to the middle: an index of `paints`, or 2 for dark. */
  readonly tiles: readonly number[];
}

export function titleOf(wallet: string): string {
  const draw = drawsFrom(`title ${wallet}`);
  return [OFFICES, PORTFOLIOS].map((words) => words[draw(words.length)]).join(' of ');
}

export function avatarOf(wallet: string): AvatarTiles {
  const draw = drawsFrom(`mark ${wallet}`);
  const first = draw(PAINTS.length);
  const second = (first + 1 + draw(PAINTS.length - 1)) % PAINTS.length;
  return {
    paints: [PAINTS[first] ?? PAINTS[0], PAINTS[second] ?? PAINTS[1]],
    tiles: Array.from({ length: (AVATAR_ROWS * (AVATAR_ROWS + 1)) / 2 }, () => draw(TONES)),
  };
}

/** Returns a random number generator that is seeded with the text (FNV-1a, mixed as in MurmurHash3). */
function drawsFrom(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % below;
  };
}
