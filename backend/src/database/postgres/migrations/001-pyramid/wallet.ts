import { address, rule, TEXT, time, timeOrNull } from './rules.js';
import type { Table } from './table.js';
import { refuse, trigger } from './triggers.js';

/** Tables with rows that belong to a wallet, and what says that a row is of the wallet :address. */
const BELONGINGS = [
  'referral WHERE recruit = :address',
  'referral WHERE referrer = :address',
  'revoked_referral WHERE recruit = :address',
  'revoked_referral WHERE referrer = :address',
  'points_entry WHERE wallet = :address',
  'check_in WHERE wallet = :address',
  'session WHERE wallet = :address',
  'operator_action WHERE subject = :address',
];

const HAS_BELONGINGS = BELONGINGS.map(
  (rows) => `EXISTS (SELECT 1 FROM ${rows.replace(':address', 'OLD.address')})`,
).join('\n    OR ');

const COUNT = 'SELECT count(*) FROM referral WHERE referrer = NEW.address';

/** Points of a wallet after its last entry in the ledger. */
const LEDGER_TOTAL = `coalesce((
    SELECT total FROM points_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0)`;

/** When the operator banned the wallet, unless that was taken back. */
const BANNED_AT = `(
    SELECT CASE action WHEN 'ban' THEN acted_at END FROM operator_action
    WHERE subject = NEW.address AND action IN ('ban', 'unban') ORDER BY number DESC LIMIT 1)`;

const hex = (number: string): string => `lpad(upper(to_hex(${number})), 8, '0')`;

const PLACE = [
  '2147483647 - CAST(points AS bigint)',
  '4294967295 - CAST(direct_recruits AS bigint)',
  'joined_number',
]
  .map(hex)
  .join(' || ');

export const WALLET: Table = {
  name: 'wallet',
  comment:
    'A wallet that has been seen, with its totals, which follow from other rows by triggers.',
  columns: {
    joined_number: '1 came first',
    address: 'Solana public key',
    joined_at: 'UTC',
    direct_recruits: 'claimed and proven; kept by triggers on referral',
    proven_recruits: 'kept by triggers on referral',
    points: 'the last total in points_entry',
    banned_at: 'follows from operator_action; empty unless the wallet is banned',
    place:
      'sorts as the leaderboard does, the best first: by points, then recruits, then who came first; empty without a recruit, and while the wallet is banned',
  },
  create: `
CREATE TABLE "wallet" (
  "joined_number" bigserial PRIMARY KEY
    ${rule('joined_number must be a whole number from 1 to 4294967295', 'joined_number BETWEEN 1 AND 4294967295')},
  "address" ${TEXT} NOT NULL UNIQUE
    ${address('address')},
  "joined_at" ${TEXT} NOT NULL
    ${time('joined_at')},
  "direct_recruits" integer NOT NULL DEFAULT 0
    ${rule('direct_recruits must be a whole number from 0', 'direct_recruits >= 0')},
  "proven_recruits" integer NOT NULL DEFAULT 0
    ${rule('proven_recruits must be from 0 to direct_recruits', 'proven_recruits BETWEEN 0 AND direct_recruits')},
  "points" integer NOT NULL DEFAULT 0,
  "banned_at" ${TEXT}
    ${timeOrNull('banned_at')},
  "place" ${TEXT} GENERATED ALWAYS AS (
    CASE WHEN direct_recruits > 0 AND banned_at IS NULL THEN
      ${PLACE}
    END) STORED
)`,
  indexes: ['CREATE INDEX "wallet_by_place" ON wallet (place) WHERE place IS NOT NULL'],
  triggers: [
    ...refuse('wallet_with_belongings_kept', 'DELETE OR UPDATE OF address ON wallet FOR EACH ROW', [
      [HAS_BELONGINGS, 'the wallet has referrals, points, sessions or bans: it stays'],
    ]),
    ...refuse('wallet_starts_with_nothing', 'INSERT ON wallet FOR EACH ROW', [
      [
        'NEW.direct_recruits <> 0 OR NEW.points <> 0 OR NEW.banned_at IS NOT NULL',
        'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action',
      ],
    ]),
    ...refuse(
      'wallet_totals_follow',
      `UPDATE ON wallet FOR EACH ROW WHEN (pg_trigger_depth() = 0)`,
      [
        [
          `(NEW.direct_recruits, NEW.proven_recruits) IS DISTINCT FROM (OLD.direct_recruits, OLD.proven_recruits)
    AND (NEW.direct_recruits, NEW.proven_recruits) IS DISTINCT FROM ((${COUNT}), (${COUNT} AND status = 'proven'))`,
          'recruits are counted from referral: change that',
        ],
        [
          `NEW.points <> OLD.points AND NEW.points <> ${LEDGER_TOTAL}`,
          'points follow from points_entry: add an entry there',
        ],
        [
          `NEW.banned_at IS DISTINCT FROM OLD.banned_at AND NEW.banned_at IS DISTINCT FROM ${BANNED_AT}`,
          'bans follow from operator_action: add a row there',
        ],
      ],
    ),
    ...trigger(
      'wallet_standing',
      'AFTER DELETE OR UPDATE OF points, direct_recruits, joined_number, banned_at ON wallet FOR EACH ROW',
      `BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM change_standing(OLD.place, NULL);
  ELSIF OLD.place IS DISTINCT FROM NEW.place THEN
    PERFORM change_standing(OLD.place, NEW.place);
  END IF;
  RETURN NULL;
END`,
    ),
  ],
};
