import { setTimeout as delay } from 'node:timers/promises';

/** Time for work to end after its signal has aborted. */
const GRACE_MS = 5_000;

/**
 * Runs work that ends early when its signal aborts: after `limitMs`, or when `stop` aborts. Work that ignores its signal
 * is abandoned.
 * @param what subject of the error message
 * @throws Error if the work failed, took longer than `limitMs`, or was stopped
 */
export async function within<T>(
  limitMs: number,
  stop: AbortSignal,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new Error(`${what} took longer than ${limitMs / 1_000} s`);
  const limit = new AbortController();
  const working = work(limit.signal).catch((error: unknown) => {
    throw limit.signal.aborted ? late : error;
  });
  const abandon = async (): Promise<never> => {
    await delay(limitMs, undefined, { ref: false, signal: stop }).catch(() => undefined);
    limit.abort();
    await delay(GRACE_MS, undefined, { ref: false });
    throw late;
  };
  return Promise.race([working, abandon()]);
}
