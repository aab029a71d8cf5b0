import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { ServedFiles } from './sqlite/served-files.js';
import { Reader } from './reader.js';
import type { Writer } from './writer.js';

/** Where the database is: an absolute path, or an address that may hold a password, so that the log never sees it. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** What the database takes, in bytes; null where that cannot be told from here. */
export interface StorageFigures {
  readonly database: number;
  /** What is written and not yet in the database's own file. */
  readonly log: number | null;
  readonly free: number | null;
}

/** @throws when the database does not answer */
export type MeasureStorage = () => Promise<StorageFigures>;

/** The open database: one way to read it, one way to write it. The application closes it after the last request. */
export class Database implements OnApplicationShutdown {
  readonly reader: Reader;

  constructor(
    private readonly reading: DataSource,
    private readonly writing: DataSource,
    readonly writer: Writer,
    readonly measureStorage: MeasureStorage,
    /** For the rate limits that processes share; null where one process serves the database. */
    readonly rateLimitPool: Pool | null,
    /** Names of the migrations that were run when it was opened. */
    readonly migrations: readonly string[],
    /** What a server watches; null on PostgreSQL and in a tool. */
    readonly files: ServedFiles | null = null,
  ) {
    this.reader = new Reader(reading);
  }

  /** Finishes the writes that were accepted, then closes the connections. */
  async close(): Promise<void> {
    await this.writer.close();
    await this.rateLimitPool?.end();
    await this.reading.destroy();
    await this.writing.destroy();
    this.files?.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}
