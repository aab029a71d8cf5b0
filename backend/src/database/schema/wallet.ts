import { MAX_TOTAL, MAX_WALLETS } from '../../game.js';
import { rankKey } from './rank-key.js';
import {
  isAddress,
  isWholeNumber,
  NUMBERED,
  onlyOnSqlite,
  rule,
  TEXT,
  time,
  timeOrNull,
} from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import { UNLESS_SUSPENDED } from './trigger-suspension.js';

/** Rows that belong to a wallet, each found by an index. */
const BELONGINGS = [
  'wallet AS known JOIN referral ON recruit_number = known.joined_number WHERE known.address = OLD.address',
  'referral WHERE referrer = OLD.address',
  'revoked_referral WHERE recruit = OLD.address',
  'revoked_referral WHERE referrer = OLD.address',
  'ended_claim WHERE recruit = OLD.address',
  'ended_claim WHERE referrer = OLD.address',
  'points_entry WHERE wallet = OLD.address',
  'check_in WHERE wallet = OLD.address',
  'session WHERE wallet = OLD.address',
  'operator_action WHERE subject = OLD.address',
];

const RECRUITS_CHANGED =
  '(NEW.direct_recruits, NEW.proven_recruits) IS DISTINCT FROM (OLD.direct_recruits, OLD.proven_recruits)';

/** SQL of the points of a wallet after its last entry in the ledger. */
export const ledgerTotalOf = (address: string): string => `coalesce((
    SELECT total FROM points_entry WHERE points_entry.wallet = ${address} ORDER BY number DESC LIMIT 1), 0)`;

/** SQL of when the operator banned a wallet, unless that was taken back. */
export const bannedAtOf = (address: string): string => `(
    SELECT CASE action WHEN 'ban' THEN acted_at END FROM operator_action
    WHERE subject = ${address} AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`;

const COUNT = 'SELECT count(*) FROM referral WHERE referrer = NEW.address';

const IS_THERE = 'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address)';
const IS_THERE_ALREADY = 'the address is in wallet already';

const HAS_PROVEN_RECRUITS = rule(
  'proven_recruits must be from 0 to direct_recruits',
  'proven_recruits BETWEEN 0 AND direct_recruits',
  `typeof(proven_recruits) = 'integer' AND proven_recruits BETWEEN 0 AND direct_recruits`,
);

const RANK_KEY = rankKey(
  'proven_recruits > 0 AND banned_at IS NULL',
  'points',
  'direct_recruits',
  'joined_number',
);

export const WALLET: Table = {
  name: 'wallet',
  comment:
    'A wallet that has been seen, with its totals, which follow from other rows by triggers.',
  definition: sql`
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
    ${onlyOnSqlite(isWholeNumber('points', -MAX_TOTAL - 1, MAX_TOTAL))},
  ${timeOrNull('banned_at', 'UTC; follows from operator_action; empty unless the wallet is banned')},
  "rank_key" ${RANK_KEY} -- sorts as the leaderboard does, the best first: by points, then recruits, then who came first; empty without a proven recruit, and while the wallet is banned`,
  indexes: ['CREATE INDEX "wallet_by_rank_key" ON wallet (rank_key) WHERE rank_key IS NOT NULL'],
  // OR REPLACE would remove the row in the way without a word to its triggers.
  refusals: [
    {
      name: 'wallet_numbered_in_order',
      events: ['INSERT'],
      when: { sqlite: 'NEW.joined_number <> -1' },
      sentence: 'joined_number is given: leave it out',
    },
    {
      name: 'wallet_not_replaced_by_insert',
      events: ['INSERT'],
      when: { sqlite: IS_THERE },
      sentence: IS_THERE_ALREADY,
    },
    {
      name: 'wallet_starts_with_nothing',
      events: ['INSERT'],
      when: 'NEW.direct_recruits <> 0 OR NEW.points <> 0 OR NEW.banned_at IS NOT NULL',
      sentence:
        'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action',
    },
    {
      name: 'wallet_not_replaced',
      events: ['UPDATE OF address'],
      when: { sqlite: `NEW.address <> OLD.address AND ${IS_THERE}` },
      sentence: IS_THERE_ALREADY,
    },
    {
      name: 'wallet_with_belongings_kept',
      events: ['DELETE', 'UPDATE OF address'],
      when: BELONGINGS.map((rows) => `EXISTS (SELECT 1 FROM ${rows})`).join('\n  OR '),
      sentence: 'the wallet has referrals, points, sessions or bans: it stays',
    },
    {
      name: 'wallet_keeps_its_number',
      events: ['UPDATE OF joined_number'],
      when: 'NEW.joined_number <> OLD.joined_number',
      sentence: 'a wallet keeps its joined_number: it says who came first',
    },
    {
      name: 'wallet_totals_follow_the_referrals',
      events: ['UPDATE OF direct_recruits, proven_recruits'],
      when: {
        sqlite: `${RECRUITS_CHANGED} AND ${UNLESS_SUSPENDED}`,
        postgres: `pg_trigger_depth() = 1 AND ${RECRUITS_CHANGED}
    AND (NEW.direct_recruits, NEW.proven_recruits) IS DISTINCT FROM ((${COUNT}), (${COUNT} AND status = 'proven'))`,
      },
      sentence: 'recruits are counted from referral: change that',
    },
    {
      name: 'wallet_points_follow_the_ledger',
      events: ['UPDATE OF points'],
      when: `NEW.points IS DISTINCT FROM ${ledgerTotalOf('NEW.address')}`,
      sentence: 'points follow from points_entry: add an entry there',
    },
    {
      name: 'wallet_ban_follows_the_operator',
      events: ['UPDATE OF banned_at'],
      when: `NEW.banned_at IS DISTINCT FROM ${bannedAtOf('NEW.address')}`,
      sentence: 'bans follow from operator_action: add a row there',
    },
  ],
  isKept: true,
};
