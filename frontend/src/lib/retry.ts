const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Repeats a call until it succeeds, with pauses from 1 s to 30 s that double each time. */
export async function retry<T>(attempt: () => Promise<T>, pause = FIRST_PAUSE_MS): Promise<T> {
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retry(attempt, Math.min(2 * pause, LONGEST_PAUSE_MS));
  }
}
