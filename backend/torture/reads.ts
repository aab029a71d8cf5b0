const PATHS = ['/api/leaderboard', '/api/health/live', '/'];

/** Reads of a round. */
export const ROUND = PATHS.length;

/** A visitor who only looks, one page after the other. */
export class Reads {
  count = 0;
  /** Milliseconds. */
  slowestMs = 0;
  /** Answers other than 200, a sentence each. */
  readonly faults: string[] = [];

  constructor(private readonly server: string) {}

  async readUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.readAll();
  }

  async readAll(): Promise<void> {
    for (const path of PATHS) {
      const started = performance.now();
      const { status } = await fetch(this.server + path);
      this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - started));
      this.count += 1;
      if (status !== 200) this.faults.push(`${path} answered ${status}`);
    }
  }
}
