/** What the database takes, in bytes; null where that cannot be told from here. */
export interface StorageFigures {
  readonly database: number;
  /** What is written and not yet in the database's own file. */
  readonly log: number | null;
  /** What is free on the disk. */
  readonly free: number | null;
}

/** @throws when the database does not answer */
export type MeasureStorage = () => Promise<StorageFigures>;
