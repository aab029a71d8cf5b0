import { readFileSync } from 'node:fs';

/**
 * Preloaded by a server: adds the milliseconds in CLOCK_FILE to its system clock. The monotonic clock does not change.
 */
const { CLOCK_FILE = '' } = process.env;

const realNow = Date.now;
const now = () => realNow() + Number(readFileSync(CLOCK_FILE, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, values, asWhat) =>
    Reflect.construct(RealDate, values.length === 0 ? [now()] : values, asWhat),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
});
