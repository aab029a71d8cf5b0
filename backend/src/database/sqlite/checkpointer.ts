import type { DataSource } from 'typeorm';

/** How long nobody writes before it counts as a pause, in milliseconds. */
const PAUSE_MS = 50;

/** Jobs in the log that are worth it: however few they are, the disk is waited for twice. */
const MIN_JOBS = 500;

/**
 * Writes the log back into the file while nobody writes. Otherwise somebody's commit does it, once the log has so many
 * pages, and all who write wait meanwhile: the more wallets there are, the more pages it takes.
 */
export class Checkpointer {
  private jobs = 0;
  private pause: NodeJS.Timeout | undefined;

  /** @param dataSource the connection that writes */
  constructor(private readonly dataSource: DataSource) {}

  /** Counts jobs that were added to the log. */
  add(jobs: number): void {
    this.jobs += jobs;
  }

  /** Calls `begin` in the next pause, when there is enough to write back. Every write puts it off. */
  plan(begin: () => void): void {
    this.cancel();
    if (this.jobs >= MIN_JOBS) this.pause = setTimeout(begin, PAUSE_MS).unref();
  }

  cancel(): void {
    clearTimeout(this.pause);
  }

  async run(): Promise<void> {
    this.jobs = 0;
    try {
      await this.dataSource.query('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Nothing is lost: it all stays in the log, and the next one writes it back.
    }
  }
}
