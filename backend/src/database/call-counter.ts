/** What came of counting a call. */
export interface CountedCall {
  /** False when as many calls as may be counted already; this one does not count then. */
  readonly isLetIn: boolean;
  /** Calls that count now. */
  readonly calls: number;
  /** Until the oldest of them ends to count, in milliseconds. */
  readonly oldestEndsInMs: number;
}

/** Counts calls for all the processes that share a database. */
export interface CallCounter {
  /**
   * Counts a call, unless `limit` calls with the same key count already.
   * @param lastsMs how long a call counts, in milliseconds
   * @throws when the database does not answer within a second or two
   */
  count(key: string, limit: number, lastsMs: number): Promise<CountedCall>;

  close(): Promise<void>;
}
