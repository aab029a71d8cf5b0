/** Time limit of requests to the server. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Returns a signal that aborts after a time in ms. Some supported browsers lack `AbortSignal.timeout`. */
export function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('The request timed out', 'TimeoutError'));
  setTimeout(abort, milliseconds);
  return controller.signal;
}
