import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 50;

/** Waits until `look` returns `expected`. @throws Error with the last value after 15 s */
export async function eventually<T>(look: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen === expected) return;
    if (Date.now() > deadline) throw new Error(`saw ${String(seen)}, not ${String(expected)}`);
    await delay(PAUSE_MS);
  }
}
