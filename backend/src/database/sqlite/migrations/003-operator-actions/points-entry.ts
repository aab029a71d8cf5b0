import { isWallet, oneOf, refuse, refuseAll, rule, time } from './rules.js';
import type { Table } from './table.js';

/** The entry of a recruit that no other takes back: the end of a chain of reversals. */
export const LATEST_OF_RECRUIT = (recruit: string): string => `
    WITH RECURSIVE chain (number, wallet, points) AS (
      SELECT number, wallet, points FROM points_entry WHERE cause = 'recruit' AND reference = ${recruit}
      UNION ALL
      SELECT next.number, next.wallet, next.points
      FROM chain JOIN points_entry AS next
        ON next.cause = 'reversal' AND next.reference = CAST(chain.number AS varchar))
    SELECT * FROM chain ORDER BY number DESC LIMIT 1`;

/** The recruit whose points a chain of reversals is about; none when it is about something else. */
const RECRUIT_OF_REVERSAL = `(
  WITH RECURSIVE chain (cause, reference) AS (
    SELECT NEW.cause, NEW.reference
    UNION ALL
    SELECT taken_back.cause, taken_back.reference
    FROM chain JOIN points_entry AS taken_back
      ON chain.cause = 'reversal' AND taken_back.number = CAST(chain.reference AS integer))
  SELECT reference FROM chain WHERE cause = 'recruit')`;

const HAS_ITS_CAUSE = `CASE NEW.cause
  WHEN 'recruit' THEN EXISTS (
    SELECT 1 FROM referral WHERE recruit = NEW.reference AND referrer = NEW.wallet AND status = 'proven')
  WHEN 'check-in' THEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.reference)
  WHEN 'reversal' THEN EXISTS (
    SELECT 1 FROM points_entry
    WHERE number = CAST(NEW.reference AS integer) AND wallet = NEW.wallet AND points = -NEW.points
      AND cause IN ('recruit', 'check-in', 'reversal'))
  ELSE EXISTS (
    SELECT 1 FROM operator_action
    WHERE number = CAST(NEW.reference AS integer) AND subject = NEW.wallet AND action = NEW.cause)
END`;

export const POINTS_ENTRY: Table = {
  name: 'points_entry',
  create: `
CREATE TABLE "points_entry" (
  -- Every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    ${rule('number must be above 0', 'number > 0')},
  "wallet" varchar NOT NULL, -- whose points they are
  "cause" varchar NOT NULL
    ${oneOf('cause', ['recruit', 'check-in', 'reversal', 'ban', 'unban'])},
  "reference" varchar NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the operator_action
  "points" integer NOT NULL
    ${rule(
      'points must be 1000 for a recruit, 100 for a check-in, and not 0 for a reversal',
      `typeof(points) = 'integer'
      AND CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 WHEN 'reversal' THEN points <> 0 ELSE true END`,
    )},
  "total" integer NOT NULL -- points of the wallet after this entry
    ${rule(
      'total must be a whole number, and 0 after a ban',
      `typeof(total) = 'integer' AND (cause <> 'ban' OR total = 0)`,
    )},
  "recorded_at" varchar NOT NULL
    ${time('recorded_at')},
  ${isWallet('points_entry', 'wallet')}
)`,
  kept: 'number, wallet, cause, reference, points, total, recorded_at',
  indexes: [
    'CREATE UNIQUE INDEX "points_entry_once" ON points_entry (cause, reference, wallet)',
    `CREATE UNIQUE INDEX "points_entry_for_one_wallet" ON points_entry (cause, reference) WHERE cause <> 'check-in'`,
    'CREATE INDEX "points_entry_by_wallet" ON points_entry (wallet, number)',
  ],
  triggers: [
    refuse(
      'points_entry_not_replaced',
      'INSERT ON points_entry',
      `EXISTS (SELECT 1 FROM points_entry WHERE number = NEW.number)
  OR EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference AND wallet = NEW.wallet)
  OR (NEW.cause <> 'check-in'
    AND EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference))`,
      'the ledger has this entry already',
    ),
    refuse(
      'points_entry_numbered_in_order',
      'INSERT ON points_entry',
      'NEW.number < (SELECT max(number) FROM points_entry) AND NEW.number <> -1',
      'number is given: leave it out',
    ),
    refuse(
      'points_entry_has_its_cause',
      'INSERT ON points_entry',
      `NOT ${HAS_ITS_CAUSE}`,
      'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back',
    ),
    refuse(
      'points_entry_goes_with_the_referral',
      'INSERT ON points_entry',
      `NEW.cause = 'reversal' AND ${RECRUIT_OF_REVERSAL} IS NOT NULL
  AND (NEW.points > 0) IS NOT EXISTS (
    SELECT 1 FROM referral WHERE recruit = ${RECRUIT_OF_REVERSAL} AND referrer = NEW.wallet AND status = 'proven')`,
      'points of a recruit go with its referral: revoke it by a row in operator_action',
    ),
    refuse(
      'points_entry_adds_up',
      'INSERT ON points_entry',
      'NEW.total IS NOT (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)',
      'total must be the points of the wallet after this entry',
    ),
    ...refuseAll(
      'points_entry_kept',
      ['DELETE ON points_entry', 'UPDATE ON points_entry'],
      'true',
      'the ledger only grows: take an entry back by a reversal',
    ),
    `
CREATE TRIGGER "points_entry_counted" AFTER INSERT ON points_entry BEGIN
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;
END`,
  ],
};
