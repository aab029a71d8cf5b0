import { setTimeout as delay } from 'node:timers/promises';

/** Longer than the 25 ms after which a process that waits for the SQLite file tries again. */
const PAUSE_MS = 50;

/** Repeats a transaction until it returns false or the signal is aborted, with pauses for other processes. */
export async function writeInTurns(
  write: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while ((await write()) && signal?.aborted !== true) await delay(PAUSE_MS);
}
