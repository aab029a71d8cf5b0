import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { ServedFiles } from './sqlite/served-files.js';
import { reportOutages } from './reader.js';
import type { Writer } from './writer.js';

/** Do not log a whole URL: it may hold a password. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Sizes in bytes; null if unknown. */
export interface StorageFigures {
  readonly database: number;
  readonly wal: number | null;
  readonly free: number | null;
}

export type MeasureStorage = () => Promise<StorageFigures>;

/** Name of the data source for slow reads that a request waits for. */
export const COSTLY = 'costly';

export const BACKGROUND = 'background';

export class Database implements OnApplicationShutdown {
  private closed: Promise<void> | undefined;

  constructor(
    readonly reading: DataSource,
    readonly costlyReading: DataSource,
    readonly backgroundReading: DataSource,
    private readonly writing: DataSource,
    readonly writer: Writer,
    readonly measureStorage: MeasureStorage,
    /** Null on SQLite. */
    readonly rateLimitPool: Pool | null,
    /** Names of newly applied migrations. */
    readonly migrations: readonly string[],
    /** Null on PostgreSQL, and for the role `tool`. */
    readonly files: ServedFiles | null = null,
  ) {
    for (const source of [reading, costlyReading, backgroundReading]) reportOutages(source);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Finishes accepted writes, then closes the connections. */
  close(): Promise<void> {
    return (this.closed ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    await this.writer.close();
    await this.rateLimitPool?.end();
    for (const source of [this.reading, this.costlyReading, this.backgroundReading]) {
      // TypeORM's modules may have closed this data source already.
      if (source.isInitialized) await source.destroy();
    }
    await this.writing.destroy();
    this.files?.close();
  }
}
