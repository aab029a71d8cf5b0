import { readFileSync } from 'node:fs';

/**
 * Loaded into a server before its own code: its clock stands still at the time that a file holds, in milliseconds
 * since 1970, until the file holds another.
 */
const { CLOCK_FILE = '' } = process.env;

const now = () => Number(readFileSync(CLOCK_FILE, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, values, asWhat) =>
    Reflect.construct(RealDate, values.length === 0 ? [now()] : values, asWhat),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
});
