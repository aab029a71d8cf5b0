const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;

/** Repeats `check` until it passes. After a minute, rejects with the last error of `check`. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await check();
      return;
    } catch (complaint) {
      if (Date.now() > deadline) throw complaint;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
