import { Connection } from './connection.js';

/** The tables that are needed to answer the same questions, with the same indexes. */
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
  message TEXT,
  signature TEXT,
  proof_number INTEGER UNIQUE
);
CREATE TABLE check_in (wallet TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (wallet, day));
CREATE INDEX wallet_by_place ON wallet (points DESC, direct_recruits DESC, number) WHERE direct_recruits > 0;
CREATE INDEX referral_by_referrer ON referral (referrer, claimed_at);`;

/** The copy comes in no order, so the indexes are written all over: they are kept in memory meanwhile. */
const CACHE_KIB = 524_288;

const COPY = `
INSERT INTO wallet
  SELECT joined_number, address, joined_at, direct_recruits, proven_recruits, points FROM product.wallet;
INSERT INTO referral
  SELECT recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number FROM product.referral;`;

/** Writes the yardstick's own database, with the wallets and referrals of one of the product's. */
export async function copyForYardstick(productPath: string, path: string): Promise<void> {
  const connection = await Connection.open(path);
  await connection.execute(`PRAGMA cache_size = -${CACHE_KIB}`);
  await connection.execute(`ATTACH '${productPath}' AS product`);
  await connection.execute(YARDSTICK_SCHEMA);
  await connection.execute(`BEGIN; ${COPY} COMMIT; DETACH product`);
  await connection.close();
}
