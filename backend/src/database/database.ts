import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { ServedFiles } from './sqlite/served-files.js';
import { BackgroundReader, CostlyReader, Reader } from './reader.js';
import type { Writer } from './writer.js';

/** Location of the database. A URL may hold a password, so it is never logged. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Sizes in bytes; null if unknown. */
export interface StorageFigures {
  readonly database: number;
  /** The write-ahead log. */
  readonly log: number | null;
  readonly free: number | null;
}

export type MeasureStorage = () => Promise<StorageFigures>;

/**
 * The open database, with one writer, one reader, and readers for long statements and for background work. Nest closes
 * it after the last request.
 */
export class Database implements OnApplicationShutdown {
  private closed: Promise<void> | undefined;
  readonly reader: Reader;
  readonly costlyReader: CostlyReader;
  readonly backgroundReader: BackgroundReader;

  constructor(
    readonly reading: DataSource,
    private readonly costlyReading: DataSource,
    private readonly backgroundReading: DataSource,
    private readonly writing: DataSource,
    readonly writer: Writer,
    readonly measureStorage: MeasureStorage,
    /** Connections for rate limits shared by processes; null on SQLite. */
    readonly rateLimitPool: Pool | null,
    /** Migrations applied while opening it. */
    readonly migrations: readonly string[],
    /** Watched files; null on PostgreSQL and in a tool. */
    readonly files: ServedFiles | null = null,
  ) {
    this.reader = new Reader(reading);
    this.costlyReader = new CostlyReader(costlyReading);
    this.backgroundReader = new BackgroundReader(backgroundReading);
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  /** Finishes accepted writes, then closes the connections. Later calls wait for the first one. */
  close(): Promise<void> {
    return (this.closed ??= this.closeAll());
  }

  private async closeAll(): Promise<void> {
    await this.writer.close();
    await this.rateLimitPool?.end();
    // In a server, TypeORM's module has closed it already.
    if (this.reading.isInitialized) await this.reading.destroy();
    await this.costlyReading.destroy();
    await this.backgroundReading.destroy();
    await this.writing.destroy();
    this.files?.close();
  }
}
