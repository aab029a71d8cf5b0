import { readFileSync } from 'node:fs';

/** Preloaded by a server: stops its clock at the time in a file, in ms since 1970, until the file changes. */
const { CLOCK_FILE = '' } = process.env;

const now = () => Number(readFileSync(CLOCK_FILE, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, values, asWhat) =>
    Reflect.construct(RealDate, values.length === 0 ? [now()] : values, asWhat),
  get: (RealDate, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
});
