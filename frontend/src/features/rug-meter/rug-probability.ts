/** Whole per cent from 0 to 100. */
const READINGS = 101;

/** Readings that are remembered: two minutes of them. */
export const MAX_REMEMBERED = 24;

const VERDICTS: readonly { below: number; text: string }[] = [
  { below: 10, text: 'Suspiciously safe. We are looking into it.' },
  { below: 20, text: 'The rug is resting comfortably.' },
  { below: 30, text: 'Nailed down. We checked one corner.' },
  { below: 40, text: 'The corner we checked has been promoted.' },
  { below: 50, text: 'A draught, from below.' },
  { below: 60, text: 'Somebody has asked for carpet samples.' },
  { below: 70, text: 'The rug is taking calls outside.' },
  { below: 80, text: 'The rug has updated its LinkedIn.' },
  { below: 90, text: 'The rug thanks everyone for an incredible journey.' },
];
const WORST_VERDICT = 'Please lift your feet.';

/** What the meter shows at first, a whole per cent from 0 to 100. */
export function firstReading(random: () => number = Math.random): number {
  return Math.floor(random() * READINGS);
}

/**
 * The next reading, a whole per cent from 0 to 100 that differs from the current one.
 *
 * @param random gives a number from 0 up to 1
 */
export function nextReading(current: number, random: () => number = Math.random): number {
  const drawn = Math.floor(random() * (READINGS - 1));
  return drawn < current ? drawn : drawn + 1;
}

/** The readings with one more, and without those that are too old to matter; the newest is last. */
export function withNextReading(readings: readonly number[]): readonly number[] {
  return [...readings, nextReading(latest(readings))].slice(-MAX_REMEMBERED);
}

/** The newest of the readings. */
export function latest(readings: readonly number[]): number {
  return readings.at(-1) ?? 0;
}

/** What the meter makes of a reading. */
export function verdict(reading: number): string {
  return VERDICTS.find(({ below }) => reading < below)?.text ?? WORST_VERDICT;
}

/** Between what and what the readings were; of a single one there is little to say. */
export function rangeText(readings: readonly number[]): string {
  if (readings.length < 2) return 'One reading so far.';
  return `Lately between ${Math.min(...readings)}% and ${Math.max(...readings)}%.`;
}
