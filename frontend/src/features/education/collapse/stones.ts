import { randomFrom, type PlayedCollapse } from './collapse';

/**
 * Width that the pyramid gains on each side from one course to the next, in heights of a course. The slope is about that
 * of the Great Pyramid of Giza.
 */
export const SLOPE = 0.78;
/** Height of a stone as a fraction of its course. The rest is the joint. */
export const COURSE = 0.92;

const STONES = { min: 2, max: 9 } as const;

const FILLING = 6;
const PER_LEVEL = { min: 0.2, max: 0.7 } as const;
const SEARCH = 1.1;
const FALL = 2.6;

/**
 * Returns the times of the animation in seconds: duration of a level, start of the search for people, start of the
 * fall, and end.
 */
export function timelineOf({ levels }: PlayedCollapse) {
  const perLevel = within(PER_LEVEL, FILLING / Math.max(1, levels.length));
  const full = perLevel * levels.length;
  const falls = full + SEARCH;
  return { perLevel, full, falls, over: falls + FALL };
}

/** Cuts a pyramid into stones and computes the fall of each. Lengths are in heights of a course, times in seconds. */
export function stonesOf(
  { levels }: PlayedCollapse,
  lastPart: number,
  falls: number,
  seed: number,
) {
  const random = randomFrom(seed);
  const count = levels.length;
  const spread = SLOPE * (count + 1);
  return levels.flatMap(({ level }) => {
    const half = SLOPE * (level + 0.5) * (level === count ? Math.max(lastPart, 0.04) : 1);
    const stones = within(STONES, Math.round(half));
    const width = (2 * half) / stones;
    const height = count - level + 0.5;
    return Array.from({ length: stones }, (_, stone) => {
      // Distances from the pyramid's centre line: `across` before the fall, `lies` after it.
      const across = -half + (stone + 0.5) * width;
      const slides = across * 1.1 + (random() - 0.5) * spread * 0.6;
      const lies = within({ min: -1.05 * spread, max: 1.05 * spread }, slides);
      const heap = 0.16 * count * Math.max(0, 1 - (lies / spread) ** 2);
      const rests = 0.3 + random() * heap;
      const begins = falls + (0.55 * height) / count + 0.12 * random();
      const drop = Math.max(0, height - rests) / count;
      const lasts = 0.25 + 0.85 * Math.sqrt(drop);
      const turn = (random() - 0.5) * (1 + 3 * drop);
      return {
        level,
        width,
        isLit: across < width,
        /** The angle is in radians. */
        at(time: number) {
          const part = within({ min: 0, max: 1 }, (time - begins) / lasts);
          return {
            across: across + (lies - across) * part,
            height: height + (rests - height) * part * part,
            angle: turn * part,
          };
        },
      };
    });
  });
}

function within({ min, max }: { readonly min: number; readonly max: number }, value: number) {
  return Math.min(max, Math.max(min, value));
}
