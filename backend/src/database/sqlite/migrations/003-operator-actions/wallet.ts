import { UNLESS_DERIVING } from './derivation.js';
import { address, refuse, refuseAll, time, timeOrNull, wholeNumber } from './rules.js';
import type { Table } from './table.js';

/** Rows that belong to a wallet, and so say that it has been here before; each is found by an index. */
const BELONGINGS = [
  'referral WHERE recruit = :address',
  'referral WHERE referrer = :address',
  'revoked_referral WHERE recruit = :address',
  'revoked_referral WHERE referrer = :address',
  'points_entry WHERE wallet = :address',
  'check_in WHERE wallet = :address',
  'operator_action WHERE subject = :address',
];

const hasAny = (rows: readonly string[], address: string): string =>
  rows.map((each) => `EXISTS (SELECT 1 FROM ${each.replace(':address', address)})`).join('\n  OR ');

/** Points of a wallet after its last entry in the ledger. */
const LEDGER_TOTAL = `coalesce((
  SELECT total FROM points_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0)`;

/** When the operator banned the wallet, unless that was taken back. */
const BANNED_AT = `(
  SELECT CASE action WHEN 'ban' THEN acted_at END FROM operator_action
  WHERE subject = NEW.address AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`;

export const WALLET: Table = {
  name: 'wallet',
  create: `
CREATE TABLE "wallet" (
  "joined_number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    ${wholeNumber('joined_number', '1', '4294967295')},
  "address" varchar NOT NULL UNIQUE -- Solana public key
    ${address('address')},
  "joined_at" varchar NOT NULL
    ${time('joined_at')},
  "direct_recruits" integer NOT NULL DEFAULT (0) -- claimed and proven; kept by triggers on referral
    ${wholeNumber('direct_recruits', '0', '4294967295')},
  "proven_recruits" integer NOT NULL DEFAULT (0) -- kept by triggers on referral
    ${wholeNumber('proven_recruits', '0', 'direct_recruits')},
  "points" integer NOT NULL DEFAULT (0) -- the last total in points_entry
    ${wholeNumber('points', '-2147483648', '2147483647')},
  "banned_at" varchar -- follows from operator_action; empty unless the wallet is banned
    ${timeOrNull('banned_at')},
  -- Sorts as the leaderboard does, the best first: by points, then recruits, then who came first. Empty without a
  -- recruit, and while the wallet is banned.
  "place" varchar GENERATED ALWAYS AS (
    CASE WHEN direct_recruits > 0 AND banned_at IS NULL
      THEN printf('%08X%08X%08X', 2147483647 - points, 4294967295 - direct_recruits, joined_number) END) VIRTUAL
)`,
  kept: 'joined_number, address, joined_at, direct_recruits, proven_recruits, points',
  indexes: ['CREATE INDEX "wallet_by_place" ON wallet (place) WHERE place IS NOT NULL'],
  triggers: [
    ...refuseAll(
      'wallet_with_belongings_kept',
      ['DELETE ON wallet', 'UPDATE OF address ON wallet'],
      hasAny([...BELONGINGS, 'session WHERE wallet = :address'], 'OLD.address'),
      'the wallet has referrals, points, sessions or bans: it stays',
    ),
    `
CREATE TRIGGER "wallet_starts_with_nothing" AFTER INSERT ON wallet
WHEN NEW.direct_recruits <> 0 OR NEW.points <> 0 OR NEW.banned_at IS NOT NULL
  OR ${hasAny(BELONGINGS, 'NEW.address')}
BEGIN SELECT RAISE(ABORT, 'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action'); END`,
    refuse(
      'wallet_totals_follow_the_referrals',
      'UPDATE OF direct_recruits, proven_recruits ON wallet',
      `(NEW.direct_recruits, NEW.proven_recruits) IS NOT (OLD.direct_recruits, OLD.proven_recruits)
  AND ${UNLESS_DERIVING}`,
      'recruits are counted from referral: change that',
    ),
    refuse(
      'wallet_points_follow_the_ledger',
      'UPDATE OF points ON wallet',
      `NEW.points IS NOT ${LEDGER_TOTAL}`,
      'points follow from points_entry: add an entry there',
    ),
    refuse(
      'wallet_ban_follows_the_operator',
      'UPDATE OF banned_at ON wallet',
      `NEW.banned_at IS NOT ${BANNED_AT}`,
      'bans follow from operator_action: add a row there',
    ),
  ],
};
