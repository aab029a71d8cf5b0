import { readFileSync } from 'node:fs';

/**
 * Preloaded by a server: sets its clock to the time in CLOCK_FILE (ms since 1970), where it stands still until the file
 * changes. `process.hrtime.bigint` changes with it, so that a change looks like passing time, and not like a clock that
 * was set.
 */
const { CLOCK_FILE = '' } = process.env;

const now = () => Number(readFileSync(CLOCK_FILE, 'utf8'));

process.hrtime.bigint = () => BigInt(now()) * 1_000_000n;

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, values, asWhat) =>
    Reflect.construct(RealDate, values.length === 0 ? [now()] : values, asWhat),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
});
