import type { DataSource } from 'typeorm';
import type { CallCounter } from './call-counter.js';
import { Reader } from './reader.js';
import type { MeasureStorage } from './storage.js';
import type { Writer } from './writer.js';

/** The open database: one way to read it, one way to write it. */
export class Database {
  readonly reader: Reader;

  constructor(
    private readonly reading: DataSource,
    private readonly writing: DataSource,
    readonly writer: Writer,
    readonly measureStorage: MeasureStorage,
    /** Null where one process serves the database, and counts for itself. */
    readonly callCounter: CallCounter | null,
  ) {
    this.reader = new Reader(reading);
  }

  /** Finishes the writes that were accepted, then closes the connections. */
  async close(): Promise<void> {
    await this.writer.close();
    await this.callCounter?.close();
    await this.reading.destroy();
    await this.writing.destroy();
  }
}
