/** Number of equal looks in a row that change a verdict, so that a short fault is not reported as a problem. */
export const LOOKS = 3;

/** Judges something that is looked at again and again: three faults in a row begin a problem, and three good looks end it. */
export class Verdict {
  /** The newest fault of the problem; null if there is no problem, undefined before the first look. */
  problem: string | null | undefined;
  private opposite = 0;

  /** True if the last look agrees with the verdict. */
  get isCertain(): boolean {
    return this.problem !== undefined && this.opposite === 0;
  }

  /** @param fault what a look has found, or null if all is well */
  add(fault: string | null): void {
    const isProblem = typeof this.problem === 'string';
    if ((fault !== null) !== isProblem) {
      this.opposite += 1;
      if (this.opposite < LOOKS) {
        this.problem ??= null;
        return;
      }
    }
    this.opposite = 0;
    this.problem = fault;
  }
}
