import type { PlayedCollapse } from './play';

/** The moments of a collapse, in seconds from its founding. */
export interface Timeline {
  readonly perLevel: number;
  /** From here on it looks for people who are not there. */
  readonly full: number;
  /** From here on it falls. */
  readonly falls: number;
  readonly over: number;
}

const FILLING = 6;
const QUICKEST_LEVEL = 0.2;
const SLOWEST_LEVEL = 0.7;
const SEARCH = 1.1;
const FALL = 2.6;

export function timelineOf({ levels }: PlayedCollapse): Timeline {
  const perLevel = Math.min(
    SLOWEST_LEVEL,
    Math.max(QUICKEST_LEVEL, FILLING / Math.max(1, levels.length)),
  );
  const full = perLevel * levels.length;
  const falls = full + SEARCH;
  return { perLevel, full, falls, over: falls + FALL };
}
