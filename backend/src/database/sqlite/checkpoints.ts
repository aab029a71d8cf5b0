import type { DataSource } from 'typeorm';
import { MAX_LOG_PAGES } from './connection.js';
import type { ServedFiles } from './served-files.js';

/**
 * Number of pages of the write-ahead log, of 4 KiB each, at which a checkpoint begins. Each checkpoint makes writes wait
 * for about 15 ms, and with fewer pages there are more of them.
 */
const START_PAGES = 8_000;

/** Number of pages that the writer may copy itself, while all writes wait. */
const FEW_PAGES = 300;

/** Maximum number of copies until only a few pages are left. */
const MAX_COPIES = 4;

/**
 * Checkpoints the write-ahead log while writes go on: a second connection copies it into the database file, and the writer
 * copies the last pages between two transactions, so that the next one starts the log anew. If the writer copied all
 * pages, all writes would wait for 150 ms or more.
 */
export class Checkpoints {
  private copying: Promise<void> | null = null;
  private isCopied = false;
  private startPages = START_PAGES;

  /** @param copier the second connection */
  constructor(
    private readonly files: ServedFiles,
    private readonly writing: DataSource,
    private readonly copier: DataSource,
  ) {}

  /** Copies the log. Then {@link proceed} is due. */
  copy(): Promise<void> {
    return (this.copying ??= this.copyMost()
      // The next checkpoint includes these pages.
      .catch(() => undefined)
      .finally(() => {
        this.copying = null;
        this.isCopied = true;
      }));
  }

  /** Begins or completes a checkpoint if it is due. The writer must not be in a transaction. */
  async proceed(): Promise<void> {
    const pages = this.files.pagesInLog();
    // Bounds the log on a slow disk: a commit cannot checkpoint it during the copy.
    if (pages >= MAX_LOG_PAGES) await this.copying;
    if (this.isCopied) {
      this.isCopied = false;
      await this.files.checkpoint(this.writing).catch(() => undefined);
      // While a reader prevents checkpoints, one begins only as often as otherwise.
      this.startPages = this.files.pagesInLog() + START_PAGES;
    } else if (pages >= this.startPages) void this.copy();
  }

  /** Finishes a copy, and closes the second connection. */
  async close(): Promise<void> {
    await this.copying;
    if (this.copier.isInitialized) await this.copier.destroy();
  }

  private async copyMost(): Promise<void> {
    for (let copies = 0; copies < MAX_COPIES; copies += 1) {
      await this.files.copyLog(this.copier);
      if (this.files.pagesInLog() <= FEW_PAGES) return;
    }
  }
}
