import { LRUCache } from 'lru-cache';
import sqlite3, { type Statement } from 'sqlite3';

/** A parameter such as `$1` becomes `?1`: SQLite would number `$1` by the order of appearance. */
const PARAMETER = /\$(\d+)/g;

type Callback = (this: Statement, error: Error | null, rows: never[]) => void;

/**
 * Caches prepared statements: the plain driver compiles a statement each time, and finalizes it on the main thread.
 */
class PreparingDatabase extends sqlite3.Database {
  private readonly statements = new LRUCache<string, Statement>({
    max: 100,
    dispose: (statement) => statement.finalize(),
  });

  // While TypeORM connects, it passes the callback in place of the values.
  override all(sql: string, values?: unknown, callback?: Callback): this {
    return callback ? this.ask('all', sql, values, callback) : super.all(sql, values);
  }

  override run(sql: string, values?: unknown, callback?: Callback): this {
    return callback ? this.ask('run', sql, values, callback) : super.run(sql, values);
  }

  override close(callback?: (error: Error | null) => void): void {
    this.wait(() => {
      this.statements.clear();
      super.close(callback);
    });
  }

  private ask(how: 'all' | 'run', sql: string, values: unknown, callback: Callback): this {
    const { statements } = this;
    const answer: Callback = function (error, rows) {
      // A failed statement may be unfinished and still hold a read lock.
      if (error !== null) statements.delete(sql);
      callback.call(this, error, rows);
    };
    this.prepared(sql, callback)[how](values, answer);
    return this;
  }

  private prepared(sql: string, callback: Callback): Statement {
    const kept = this.statements.get(sql);
    if (kept !== undefined) return kept;
    const { statements } = this;
    const keep: Callback = function (error) {
      if (error === null) statements.set(sql, this);
      else callback.call(this, error, []);
    };
    return this.prepare(sql.replaceAll(PARAMETER, '?$1'), keep);
  }
}

/** TypeORM calls `verbose`, which would record a stack trace for each statement. */
export const DRIVER = { ...sqlite3, Database: PreparingDatabase, verbose: () => DRIVER };
