/** Why a write was not done: the server stops, too many wait already, or the database cannot be written. */
export type WriteRefusal = 'closing' | 'crowded' | 'unavailable';

/** Hears how the writing goes. It is told while others wait, so it does little and throws nothing. */
export interface WriteObserver {
  /**
   * A transaction was committed.
   * @param jobs how many jobs were in it
   * @param workMs from its beginning to the COMMIT, in milliseconds
   * @param commitMs the COMMIT, or a statement that commits itself: what waits for the disk, in milliseconds
   */
  committed(jobs: number, workMs: number, commitMs: number): void;

  /** So many jobs were refused or lost their transaction; nothing of them was kept. */
  refused(reason: WriteRefusal, jobs: number): void;
}

/** Hears nothing. */
export const NOBODY: WriteObserver = { committed() {}, refused() {} };
