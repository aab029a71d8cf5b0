import { setTimeout as delay } from 'node:timers/promises';

export const LOOKS = 3;

/** The verdict of a repeated check: {@link LOOKS} failures in a row begin a problem, and as many successes end it. */
export class Verdict {
  /** The newest fault of the problem; null if there is no problem, undefined if there are too few results to know. */
  problem: string | null | undefined;
  private opposite = 0;

  /** True if the last result agrees with the verdict. */
  get isCertain(): boolean {
    return this.problem !== undefined && this.opposite === 0;
  }

  add(fault: string | null): void {
    const isProblem = typeof this.problem === 'string';
    if ((fault !== null) !== isProblem) {
      this.opposite += 1;
      if (this.opposite < LOOKS) return;
    }
    this.opposite = 0;
    this.problem = fault;
  }
}

const PAUSE_MS = 1_000;

/** Looks until the result is good, at most {@link LOOKS} times. Returns the last result. */
export async function lookRepeatedly<Result>(
  look: () => Promise<Result>,
  isGood: (result: Result) => boolean,
): Promise<Result> {
  for (let looks = 1; ; looks += 1) {
    const result = await look();
    if (isGood(result) || looks === LOOKS) return result;
    await delay(PAUSE_MS);
  }
}
