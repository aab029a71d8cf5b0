import type { DataSource } from 'typeorm';

/** How long the rows that were added lie about, in milliseconds. */
const PAUSE_MS = 1_000;

const COMPACTIONS = [
  'SELECT compact_rank_counts()',
  'DELETE FROM rate_limit WHERE forgotten_at < clock_timestamp()',
];

/**
 * Puts rows together that were only added, and removes those that count for nothing any more. What the rows say does
 * not change, so it matters neither who does it nor whether it fails: somebody's next write has it done.
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
      for (const compaction of COMPACTIONS) await this.dataSource.query(compaction);
    } catch {
      // Whoever writes next has it done.
    }
  }
}
