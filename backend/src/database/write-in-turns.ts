import { setTimeout as delay } from 'node:timers/promises';

/** Pause between two transactions, in milliseconds. A process that waits for the SQLite file tries every 25 ms. */
const PAUSE_MS = 50;

/**
 * Repeats a short transaction until it returns false or the signal is aborted. Pauses between two transactions, so that
 * other processes can write, too.
 */
export async function writeInTurns(
  write: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while ((await write()) && signal?.aborted !== true) await delay(PAUSE_MS);
}
