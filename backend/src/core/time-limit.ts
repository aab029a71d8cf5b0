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
  const end = (): void => limit.abort();
  const timer = setTimeout(end, limitMs).unref();
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  const abandoned = new Promise<never>((_resolve, reject) => {
    const abandon = (): unknown => setTimeout(reject, GRACE_MS, late).unref();
    if (limit.signal.aborted) abandon();
    else limit.signal.addEventListener('abort', abandon);
  });
  try {
    return await Promise.race([work(limit.signal), abandoned]);
  } catch (error) {
    throw limit.signal.aborted ? late : error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}
