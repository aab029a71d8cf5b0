import { MAX_TOTAL, MAX_WALLETS } from '../../game.js';
import { rankKey } from './rank-count.js';
import {
  isAddress,
  isOfType,
  isWholeNumber,
  NUMBERED,
  rule,
  TEXT,
  time,
  timeOrNull,
} from './rules.js';
import { onSqlite, sql, statements, table } from './table.js';
import { BY_HAND, notEmptied, refuse } from './triggers.js';

/** SQL of the points of a wallet after its last entry in the ledger. */
export const ledgerTotalOf = (address: string): string => `coalesce((
    SELECT total FROM points_entry WHERE points_entry.wallet = ${address} ORDER BY number DESC LIMIT 1), 0)`;

/** SQL of when the operator banned a wallet, unless that was taken back. */
export const bannedAtOf = (address: string): string => `(
    SELECT CASE action WHEN 'ban' THEN acted_at END FROM operator_action
    WHERE subject = ${address} AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`;

const HAS_PROVEN_RECRUITS = rule(
  'proven_recruits must be from 0 to direct_recruits',
  sql`${isOfType('integer', 'proven_recruits')}proven_recruits BETWEEN 0 AND direct_recruits`,
);

const RANK_KEY = rankKey(
  'proven_recruits > 0 AND banned_at IS NULL',
  'direct_recruits',
  'joined_number',
  'points',
);

const IS_THERE = 'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address)';
// On SQLite, OR REPLACE would remove the row in the way without a word to its triggers.
export const WALLET = statements(
  table(
    'wallet',
    'A wallet that has been seen, with its totals, which follow from other rows by triggers.',
  )`
  "joined_number" ${NUMBERED} NOT NULL -- 1 came first
    ${isWholeNumber('joined_number', 1, MAX_WALLETS)},
  "address" ${TEXT} UNIQUE NOT NULL -- Solana public key
    ${isAddress('address')},
  ${time('joined_at')},
  "direct_recruits" integer DEFAULT 0 NOT NULL -- claimed and proven; kept by triggers on referral
    ${isWholeNumber('direct_recruits', 0, MAX_TOTAL)},
  "proven_recruits" integer DEFAULT 0 NOT NULL -- kept by triggers on referral
    ${HAS_PROVEN_RECRUITS},
  "points" integer DEFAULT 0 NOT NULL -- the last total in points_entry
    ${onSqlite(isWholeNumber('points', -MAX_TOTAL - 1, MAX_TOTAL))},
  ${timeOrNull('banned_at', 'UTC; follows from operator_action; empty unless the wallet is banned')},
  "rank_key" ${RANK_KEY} -- sorts as the leaderboard does, the best first: by points, then recruits, then who came first; empty without a proven recruit, and while the wallet is banned`,
  'CREATE INDEX "wallet_by_rank_key" ON wallet (rank_key) WHERE rank_key IS NOT NULL',
  refuse('wallet_possible', 'INSERT ON wallet')`
    ${onSqlite(`WHEN NEW.joined_number <> -1
    THEN RAISE(ABORT, 'joined_number is given: leave it out')
    WHEN ${IS_THERE}
    THEN RAISE(ABORT, 'the address is in wallet already')`)}
    WHEN NEW.direct_recruits <> 0 OR NEW.points <> 0 OR NEW.banned_at IS NOT NULL
    THEN RAISE(ABORT, 'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action')`,
  refuse('wallet_with_belongings_kept', 'DELETE OR UPDATE OF address ON wallet')`
    WHEN EXISTS (
        SELECT 1 FROM wallet AS known JOIN referral ON recruit_number = known.joined_number WHERE known.address = OLD.address)
      OR EXISTS (SELECT 1 FROM referral WHERE referrer = OLD.address)
      OR EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.address)
      OR EXISTS (SELECT 1 FROM revoked_referral WHERE referrer = OLD.address)
      OR EXISTS (SELECT 1 FROM ended_claim WHERE recruit = OLD.address)
      OR EXISTS (SELECT 1 FROM ended_claim WHERE referrer = OLD.address)
      OR EXISTS (SELECT 1 FROM points_entry WHERE wallet = OLD.address)
      OR EXISTS (SELECT 1 FROM check_in WHERE wallet = OLD.address)
      OR EXISTS (SELECT 1 FROM session WHERE wallet = OLD.address)
      OR EXISTS (SELECT 1 FROM operator_action WHERE subject = OLD.address)
    THEN RAISE(ABORT, 'the wallet has referrals, points, sessions or bans: it stays')`,
  onSqlite(
    refuse('wallet_not_replaced', 'UPDATE OF address ON wallet')`
    WHEN NEW.address <> OLD.address AND ${IS_THERE}
    THEN RAISE(ABORT, 'the address is in wallet already')`,
  ),
  refuse('wallet_keeps_its_number', 'UPDATE OF joined_number ON wallet')`
    WHEN NEW.joined_number <> OLD.joined_number
    THEN RAISE(ABORT, 'a wallet keeps its joined_number: it says who came first')`,
  refuse(
    'wallet_totals_follow_the_referrals',
    'UPDATE OF direct_recruits, proven_recruits ON wallet',
  )`
    WHEN (NEW.direct_recruits, NEW.proven_recruits) IS DISTINCT FROM (OLD.direct_recruits, OLD.proven_recruits) AND ${BY_HAND}
    THEN RAISE(ABORT, 'recruits are counted from referral: change that')`,
  refuse('wallet_points_follow_the_ledger', 'UPDATE OF points ON wallet')`
    WHEN NEW.points IS DISTINCT FROM ${ledgerTotalOf('NEW.address')}
    THEN RAISE(ABORT, 'points follow from points_entry: add an entry there')`,
  refuse('wallet_ban_follows_the_operator', 'UPDATE OF banned_at ON wallet')`
    WHEN NEW.banned_at IS DISTINCT FROM ${bannedAtOf('NEW.address')}
    THEN RAISE(ABORT, 'bans follow from operator_action: add a row there')`,
  notEmptied('wallet'),
);
