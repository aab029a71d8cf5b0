import sqlite3 from 'sqlite3';

type Value = string | number;

export interface Connection {
  readonly execute: (sql: string) => Promise<void>;
  readonly prepare: <Row>(sql: string) => (...values: Value[]) => Promise<Row[]>;
  readonly close: () => Promise<void>;
}

/** Opens a SQLite file with the same durability as the product. */
export async function connect(path: string): Promise<Connection> {
  const database = new sqlite3.Database(path);
  const execute = (sql: string): Promise<void> => settle((done) => database.exec(sql, done));
  await execute(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
     PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 30000;`,
  );
  return {
    execute,
    prepare<Row>(sql: string) {
      const statement = database.prepare(sql);
      return (...values: Value[]) =>
        new Promise<Row[]>((resolve, reject) => {
          statement.all<Row>(values, (error, rows) =>
            error === null ? resolve(rows) : reject(error),
          );
        });
    },
    close: () => settle((done) => database.close(done)),
  };
}

function settle(work: (done: (error: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    work((error) => (error === null ? resolve() : reject(error)));
  });
}

/** The tables and indexes that claims, leaderboard and stats need, without the rest of the product. */
export const YARDSTICK_SCHEMA = `
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
  log_index INTEGER UNIQUE,
  proof TEXT
);
CREATE TABLE check_in (wallet TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (wallet, day));
CREATE INDEX wallet_by_place ON wallet (points DESC, direct_recruits DESC, number) WHERE proven_recruits > 0;
CREATE INDEX referral_by_referrer ON referral (referrer, claimed_at);`;

/** The copied addresses are random, so the cache must hold all indexes. */
const CACHE_KIB = 524_288;

const COPY = `
INSERT INTO wallet
  SELECT joined_number, address, joined_at, direct_recruits, proven_recruits, points FROM product.wallet;
INSERT INTO referral
  SELECT recruit, referrer, status, claimed_at, proven_at, log_index, entry
  FROM product.referral LEFT JOIN product.log_entry USING (log_index);`;

export async function copyForYardstick(productPath: string, path: string): Promise<void> {
  const connection = await connect(path);
  await connection.execute(`PRAGMA cache_size = -${CACHE_KIB}`);
  await connection.execute(`ATTACH '${productPath}' AS product`);
  await connection.execute(YARDSTICK_SCHEMA);
  await connection.execute(`BEGIN; ${COPY} COMMIT; DETACH product`);
  await connection.close();
}
