import { LRUCache } from 'lru-cache';
import type { Statement } from 'sqlite3';
import sqlite3 from 'sqlite3';

/** Statements that stay compiled on a connection. */
const MOST_KEPT = 100;

type Callback = (this: Statement, error: Error | null, rows?: unknown) => void;

/** What follows the text of a statement when TypeORM runs a query; its set-up leaves the values out. */
type Query = [values: unknown, callback: Callback];

/**
 * A connection that compiles a statement once and keeps it. The driver by itself compiles each time, which is one more
 * trip to a worker thread, and throws away on the main thread, which waits there for whoever uses the connection.
 */
export class PreparingDatabase extends sqlite3.Database {
  private readonly statements = new LRUCache<string, Statement>({
    max: MOST_KEPT,
    dispose: (statement) => statement.finalize(),
  });

  override all(sql: string, ...rest: unknown[]): this {
    if (!isQuery(rest)) return super.all(sql, ...rest);
    const [values, callback] = rest;
    this.prepared(sql, callback).all(values, this.forgetOnError(sql, callback));
    return this;
  }

  override run(sql: string, ...rest: unknown[]): this {
    if (!isQuery(rest)) return super.run(sql, ...rest);
    const [values, callback] = rest;
    this.prepared(sql, callback).run(values, this.forgetOnError(sql, callback));
    return this;
  }

  override close(callback?: (error: Error | null) => void): void {
    this.wait(() => {
      this.statements.clear();
      super.close(callback);
    });
  }

  /** When the text does not compile, `callback` hears of it, and what is asked of the statement is dropped. */
  private prepared(sql: string, callback: Callback): Statement {
    const kept = this.statements.get(sql);
    if (kept !== undefined) return kept;
    const { statements } = this;
    const statement = this.prepare(sql, function (this: Statement, error: Error | null) {
      if (error === null) statements.set(sql, statement);
      else callback.call(this, error);
    });
    return statement;
  }

  /** A statement that fails may have been stopped half-way, and hold on to what it was reading. */
  private forgetOnError(sql: string, callback: Callback): Callback {
    const forget = () => this.statements.delete(sql);
    return function (error, rows) {
      if (error !== null) forget();
      callback.call(this, error, rows);
    };
  }
}

function isQuery(rest: unknown[]): rest is Query {
  return rest.length === 2;
}
