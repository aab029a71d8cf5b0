import { setTimeout as delay } from 'node:timers/promises';

/**
 * Pause between two transactions, in milliseconds. It is longer than the 25 ms after which a process that waits for the
 * SQLite file tries again.
 */
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
