const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Imports code, and tries again until it arrives, with pauses that double from 1 s up to 30 s. */
export async function loadCode<T>(load: () => Promise<T>, pause = FIRST_PAUSE_MS): Promise<T> {
  try {
    return await load();
  } catch (error) {
    await reloadIfGone(error);
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadCode(load, Math.min(2 * pause, LONGEST_PAUSE_MS));
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
  const { status } = await fetch(file).catch(() => Response.error());
  if (status !== 404) return;
  history.replaceState({ ...state, reloadedFor: file }, '');
  location.reload();
  await new Promise(() => undefined);
}
