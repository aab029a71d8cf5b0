const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Does what needs the network, again and again until it works: after a second first, and each time after twice as long. */
export async function retry<T>(attempt: () => Promise<T>, pause = FIRST_PAUSE_MS): Promise<T> {
  try {
    return await attempt();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retry(attempt, Math.min(2 * pause, LONGEST_PAUSE_MS));
  }
}
