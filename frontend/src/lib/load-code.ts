import { REQUEST_TIMEOUT_MS } from './abort-after';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Imports code, and tries again until it arrives, with pauses that double from 1 s up to 30 s. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await load();
    } catch (error) {
      await reloadIfGone(error);
      await after(pause);
    }
  }
}

/**
 * Reloads the page if an import failed because a deploy has removed the file. Does not return if it reloads. The
 * history entry stores the URL of the file, so that an old page from a cache does not reload for it again.
 */
export async function reloadIfGone(error: unknown): Promise<void> {
  const file = error instanceof Error && 'request' in error ? error.request : null;
  const state = history.state as { readonly reloadedFor?: unknown } | null;
  if (typeof file !== 'string' || state?.reloadedFor === file) return;
  // Without `abortAfter`, because the boot script must stay small.
  const answer = await Promise.race([fetch(file), after(REQUEST_TIMEOUT_MS)]).catch(() => null);
  if (answer?.status !== 404) return;
  history.replaceState({ ...state, reloadedFor: file }, '');
  location.reload();
  await new Promise(() => undefined);
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null));
}
