const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Repeats a call until it succeeds, after 1 s, 2 s and so on up to 30 s. */
export async function retry<T>(attempt: () => Promise<T>, pause = FIRST_PAUSE_MS): Promise<T> {
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retry(attempt, Math.min(2 * pause, LONGEST_PAUSE_MS));
  }
}
