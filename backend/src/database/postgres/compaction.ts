import type { DataSource } from 'typeorm';

/** How long the rows that were added lie about, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Puts rows together that were only added. What the rows say does not change, so it matters neither who does it nor
 * whether it fails: somebody's next write has it done.
 */
export class Compaction {
  private timer: NodeJS.Timeout | null = null;
  private working: Promise<void> | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** Has it done within a second or so. */
  soon(): void {
    this.timer ??= setTimeout(() => {
      this.working = this.work().finally(() => {
        this.timer = null;
      });
    }, PAUSE_MS);
  }

  /** Does no more, and resolves when what was begun is done. */
  async close(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    await this.working;
  }

  private async work(): Promise<void> {
    try {
      await this.dataSource.query('SELECT compact_rank_counts()');
    } catch {
      // Whoever writes next has it done.
    }
  }
}
