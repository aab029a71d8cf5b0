import { randomFrom, type PlayedCollapse } from '@backend/shared/collapse';

/** Half the width of the pyramid at a depth of 1, in courses: the slope of the one at Giza. */
export const SLOPE = 0.78;
/** Part of a course that is not the joint beneath it. */
export const COURSE = 0.92;

/** Fewest and most stones to a course. A phone draws the most of all courses together without a stutter. */
const STONES = { min: 2, max: 9 } as const;

const FILLING = 6;
const PER_LEVEL = { min: 0.2, max: 0.7 } as const;
const SEARCH = 1.1;
const FALL = 2.6;

/** Seconds from the founding until it is full and looks for people, until it falls and has fallen, and those of a level. */
export function timelineOf({ levels }: PlayedCollapse) {
  const perLevel = within(PER_LEVEL, FILLING / Math.max(1, levels.length));
  const full = perLevel * levels.length;
  const falls = full + SEARCH;
  return { perLevel, full, falls, over: falls + FALL };
}

/**
 * Cuts a pyramid, filled to a part of its last level, into stones, and settles how each of them falls: those at the bottom
 * first. Lengths are in courses, heights above the ground, times in seconds.
 */
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
      /** From the middle of the pyramid to its own, and to where it comes to lie, at another height. */
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
        /** Where it is, and how far it has turned in radians: it falls ever faster, and stays where it lands. */
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
