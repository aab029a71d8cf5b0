import { setTimeout as delay } from 'node:timers/promises';

/** Only a product that is wrong should reach this limit, however slow the machine is. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** Waits until `look` returns `expected`. @throws Error with the last value after a minute */
export async function eventually<T>(look: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen === expected) return;
    if (Date.now() > deadline) throw new Error(`saw ${String(seen)}, not ${String(expected)}`);
    await delay(PAUSE_MS);
  }
}
