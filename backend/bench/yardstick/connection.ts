import type { RunResult, Statement } from 'sqlite3';
import sqlite3 from 'sqlite3';

type Value = string | number;

/** A connection with promises, which is all that the yardstick puts between itself and the driver. */
export class Connection {
  private constructor(private readonly database: sqlite3.Database) {}

  /** Opens the file as the product does, with a larger cache: a commit is on the disk before it is acknowledged. */
  static async open(path: string): Promise<Connection> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      const database: sqlite3.Database = new sqlite3.Database(path, (error) =>
        error === null ? resolve(new Connection(database)) : reject(error),
      );
    });
    await connection.execute(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
       PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 30000;`,
    );
    return connection;
  }

  async execute(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.exec(sql, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  /** A statement that is compiled once. */
  prepare<Row>(sql: string): Prepared<Row> {
    return new Prepared<Row>(this.database.prepare(sql));
  }

  async close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.database.close((error) => (error === null ? resolve() : reject(error)));
    });
  }
}

/** A statement that is compiled, to be run any number of times. */
export class Prepared<Row> {
  constructor(private readonly statement: Statement) {}

  async all(...values: Value[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.statement.all<Row>(values, (error, rows) =>
        error === null ? resolve(rows) : reject(error),
      );
    });
  }

  /** How many rows were changed. */
  async run(...values: Value[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.statement.run(values, function (this: RunResult, error: Error | null) {
        if (error === null) resolve(this.changes);
        else reject(error);
      });
    });
  }
}
