/** Runs jobs one after the other. Callers bound how many wait. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a job once all earlier jobs have ended, and returns its result. */
  run<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.last.then(job);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
