import { POINTS_PER_CHECK_IN, POINTS_PER_RECRUIT } from '../../game.js';
import { isReferralOf } from './referral-facts.js';
import { lockWallet } from './locks.js';
import { isOfType, isOneOf, isWallet, number, rule, TEXT, time } from './rules.js';
import { sql, statements, table, type PerKind } from './table.js';
import { after, kept, numberedInOrder, refuse } from './triggers.js';

/** SQL that begins a statement that adds an entry. */
export const NEW_ENTRY =
  'INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)';

/** SQL of the entry of a recruit that no other takes back: the end of a chain of reversals. */
export const latestEntryOf = (recruit: string): string => `
    WITH RECURSIVE chain (number, wallet, points) AS (
      SELECT number, wallet, points FROM points_entry WHERE cause = 'recruit' AND reference = ${recruit}
      UNION ALL
      SELECT next.number, next.wallet, next.points
      FROM chain JOIN points_entry AS next
        ON next.cause = 'reversal' AND next.reference = CAST(chain.number AS varchar))
    SELECT * FROM chain ORDER BY number DESC LIMIT 1`;

/** The number of the entry, or of the action, that the new entry refers to. */
const REFERRED_TO: PerKind<string> = {
  sqlite: 'CAST(NEW.reference AS integer)',
  postgres: `CASE WHEN NEW.reference ~ '^\\d{1,18}$' THEN CAST(NEW.reference AS bigint) END`,
};

const isProven = (recruit: string): string => `EXISTS (
        SELECT 1 FROM referral WHERE ${isReferralOf(recruit)} AND referrer = NEW.wallet AND status = 'proven')`;

const HAS_POINTS_OF_ITS_CAUSE = rule(
  `points: ${POINTS_PER_RECRUIT} a recruit, ${POINTS_PER_CHECK_IN} a check-in, not 0 a reversal`,
  sql`${isOfType('integer', 'points')}CASE cause WHEN 'recruit' THEN points = ${POINTS_PER_RECRUIT} WHEN 'check-in' THEN points = ${POINTS_PER_CHECK_IN} WHEN 'reversal' THEN points <> 0 ELSE true END`,
);

export const POINTS_ENTRY = statements(
  table(
    'points_entry',
    'The ledger: every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal. The view ledger says in words what each is for.',
  )`
  ${number('1 came first')},
  "wallet" ${TEXT} NOT NULL, -- whose points they are
  "cause" ${TEXT} NOT NULL
    ${isOneOf('cause', 'recruit', 'check-in', 'reversal', 'ban', 'unban')},
  "reference" ${TEXT} NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the operator_action
  "points" integer NOT NULL
    ${HAS_POINTS_OF_ITS_CAUSE},
  "total" integer NOT NULL -- points of the wallet after this entry
    ${rule('total must be 0 after a ban', sql`${isOfType('integer', 'total')}(cause <> 'ban' OR total = 0)`)},
  ${time('recorded_at')},
  ${isWallet('points_entry', 'wallet')}`,
  'CREATE UNIQUE INDEX "points_entry_once" ON points_entry (cause, reference, wallet)',
  `CREATE UNIQUE INDEX "points_entry_for_one_wallet" ON points_entry (cause, reference) WHERE cause <> 'check-in'`,
  'CREATE INDEX "points_entry_by_wallet" ON points_entry (wallet, number)',
  after('points_entry_counted', 'INSERT ON points_entry')`
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;`,
  // OR REPLACE would remove the entry in the way without a word to its triggers.
  refuse('points_entry_possible', 'INSERT ON points_entry', lockWallet('NEW.wallet'))`
    WHEN EXISTS (SELECT 1 FROM points_entry WHERE number = NEW.number)
      OR EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference AND wallet = NEW.wallet)
      OR (NEW.cause <> 'check-in'
        AND EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference))
    THEN RAISE(ABORT, 'the ledger has this entry already')${numberedInOrder('points_entry', 'wallet')}
    WHEN NOT CASE NEW.cause
      WHEN 'recruit' THEN ${isProven('NEW.reference')}
      WHEN 'check-in' THEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.reference)
      WHEN 'reversal' THEN EXISTS (
        SELECT 1 FROM points_entry
        WHERE number = ${REFERRED_TO} AND wallet = NEW.wallet AND points = -NEW.points
          AND cause IN ('recruit', 'check-in', 'reversal'))
      ELSE EXISTS (
        SELECT 1 FROM operator_action
        WHERE number = ${REFERRED_TO} AND subject = NEW.wallet AND action = NEW.cause)
    END
    THEN RAISE(ABORT, 'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back')
    WHEN NEW.cause = 'reversal' AND EXISTS (
      WITH RECURSIVE chain (number, cause, reference) AS (
        SELECT number, cause, reference FROM points_entry WHERE number = ${REFERRED_TO}
        UNION ALL
        SELECT earlier.number, earlier.cause, earlier.reference
        FROM chain JOIN points_entry AS earlier
          ON chain.cause = 'reversal' AND earlier.number = CAST(chain.reference AS bigint))
      SELECT 1 FROM chain WHERE cause = 'recruit' AND (NEW.points > 0) <> ${isProven('chain.reference')})
    THEN RAISE(ABORT, 'points of a recruit go with its referral: revoke it by a row in operator_action')
    WHEN NEW.total IS DISTINCT FROM (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)
    THEN RAISE(ABORT, 'total must be the points of the wallet after this entry')`,
  kept('points_entry', 'the ledger only grows: take an entry back by a reversal'),
);
