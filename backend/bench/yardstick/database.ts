import type { RunResult, Statement } from 'sqlite3';
import sqlite3 from 'sqlite3';

type Value = string | number;

/** The tables that are needed to answer the same questions, with the same indexes. */
const SCHEMA = `
CREATE TABLE wallet (
  number INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  joined_at TEXT NOT NULL,
  direct_recruits INTEGER NOT NULL DEFAULT 0,
  proven_recruits INTEGER NOT NULL DEFAULT 0,
  points INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE referral (
  recruit TEXT PRIMARY KEY REFERENCES wallet (address),
  referrer TEXT NOT NULL REFERENCES wallet (address),
  status TEXT NOT NULL,
  claimed_at TEXT NOT NULL,
  proven_at TEXT,
  message TEXT,
  signature TEXT,
  proof_number INTEGER UNIQUE
);
CREATE TABLE check_in (wallet TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (wallet, day));
CREATE INDEX wallet_by_place ON wallet (points DESC, direct_recruits DESC, number) WHERE direct_recruits > 0;
CREATE INDEX referral_by_referrer ON referral (referrer, claimed_at);`;

const COPY = `
INSERT INTO wallet
  SELECT joined_number, address, joined_at, direct_recruits, proven_recruits, points FROM product.wallet;
INSERT INTO referral
  SELECT recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number FROM product.referral;`;

/** A connection with promises, which is all that the yardstick puts between itself and the driver. */
export class Connection {
  private constructor(private readonly database: sqlite3.Database) {}

  /** Opens the file with the settings that the product has: a commit is on the disk before it is acknowledged. */
  static async open(path: string): Promise<Connection> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      const database: sqlite3.Database = new sqlite3.Database(path, (error) =>
        error === null ? resolve(new Connection(database)) : reject(error),
      );
    });
    await connection.execute(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
       PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 10000;`,
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

/** Writes the yardstick's own database, with the wallets and referrals of one of the product's. */
export async function copyForYardstick(productPath: string, path: string): Promise<void> {
  const connection = await Connection.open(path);
  await connection.execute(`ATTACH '${productPath}' AS product`);
  await connection.execute(SCHEMA);
  await connection.execute(`BEGIN; ${COPY} COMMIT; DETACH product`);
  await connection.close();
}
