import { createRequire } from 'node:module';

/**
 * A command preloads this file. When SQLite has copied rows to a new file, the process gets SIGINT, as from Ctrl-C, and
 * the command never learns of the end of the copy.
 */
const interrupt = () => process.kill(process.pid, 'SIGINT');

const COPY = /^(VACUUM INTO|INSERT INTO main\.)/;

/** @type {typeof import('sqlite3')} */
const { Statement } = createRequire(import.meta.url)('sqlite3');

for (const how of /** @type {const} */ (['all', 'run'])) {
  const plain = Statement.prototype[how];
  /** @param {unknown[]} args */
  Statement.prototype[how] = function (...args) {
    const isCopy = COPY.test(Reflect.get(this, 'sql'));
    return Reflect.apply(plain, this, isCopy ? [args[0], interrupt] : args);
  };
}
