/** What the meter shows before the first reading. */
export const FIRST_READING = 50;

const VERDICTS: readonly { below: number; text: string }[] = [
  { below: 20, text: 'Suspiciously safe. We are looking into it.' },
  { below: 40, text: 'Nailed down. We checked one corner.' },
  { below: 60, text: 'Somebody has asked for carpet samples.' },
  { below: 80, text: 'The rug has updated its LinkedIn.' },
];
const WORST_VERDICT = 'Please lift your feet.';

/**
 * The next reading, a whole per cent from 0 to 100 that differs from the current one.
 *
 * @param random gives a number from 0 up to 1
 */
export function nextReading(current: number, random: () => number = Math.random): number {
  const drawn = Math.floor(random() * 100);
  return drawn < current ? drawn : drawn + 1;
}

/** What the meter makes of a reading. */
export function verdict(reading: number): string {
  return VERDICTS.find(({ below }) => reading < below)?.text ?? WORST_VERDICT;
}
