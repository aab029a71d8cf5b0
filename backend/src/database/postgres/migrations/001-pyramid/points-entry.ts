import { isWallet, oneOf, rule, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { refuse, refusals, trigger } from './triggers.js';

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
const RECRUIT_OF_REVERSAL = `
    WITH RECURSIVE chain (number, cause, reference) AS (
      SELECT number, cause, reference FROM points_entry WHERE number = taken_back
      UNION ALL
      SELECT earlier.number, earlier.cause, earlier.reference
      FROM chain JOIN points_entry AS earlier
        ON chain.cause = 'reversal' AND earlier.number = CAST(chain.reference AS bigint))
    SELECT reference FROM chain WHERE cause = 'recruit'`;

const HAS_ITS_CAUSE = `CASE NEW.cause
    WHEN 'recruit' THEN EXISTS (
      SELECT 1 FROM referral WHERE recruit = NEW.reference AND referrer = NEW.wallet AND status = 'proven')
    WHEN 'check-in' THEN EXISTS (
      SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.reference)
    WHEN 'reversal' THEN EXISTS (
      SELECT 1 FROM points_entry
      WHERE number = taken_back AND wallet = NEW.wallet AND points = -NEW.points
        AND cause IN ('recruit', 'check-in', 'reversal'))
    ELSE EXISTS (
      SELECT 1 FROM operator_action
      WHERE number = taken_back AND subject = NEW.wallet AND action = NEW.cause)
  END`;

/** The row of the wallet is locked from here on, so that its points stand still and its entries come in order. */
const SOUND = `
DECLARE
  points_now integer;
  taken_back CONSTANT bigint := CASE
    WHEN NEW.cause NOT IN ('recruit', 'check-in') AND NEW.reference ~ '^\\d{1,18}$'
    THEN CAST(NEW.reference AS bigint) END;
  recruit_taken_back varchar;
BEGIN
  SELECT wallet.points INTO points_now FROM wallet WHERE address = NEW.wallet FOR NO KEY UPDATE;
  IF NEW.cause = 'reversal' THEN
    recruit_taken_back := (${RECRUIT_OF_REVERSAL});
  END IF;
${refusals([
  [
    `EXISTS (
    SELECT 1 FROM points_entry
    WHERE cause = NEW.cause AND reference = NEW.reference
      AND (NEW.cause <> 'check-in' OR wallet = NEW.wallet))`,
    'the ledger has this entry already',
  ],
  [
    'NEW.number <= (SELECT max(number) FROM points_entry WHERE wallet = NEW.wallet)',
    'number is given: leave it out',
  ],
  [
    `NOT ${HAS_ITS_CAUSE}`,
    'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back',
  ],
  [
    `recruit_taken_back IS NOT NULL AND (NEW.points > 0) <> EXISTS (
    SELECT 1 FROM referral
    WHERE recruit = recruit_taken_back AND referrer = NEW.wallet AND status = 'proven')`,
    'points of a recruit go with its referral: revoke it by a row in operator_action',
  ],
  [
    'NEW.total IS DISTINCT FROM points_now + NEW.points',
    'total must be the points of the wallet after this entry',
  ],
])}
  RETURN NEW;
END`;

const COUNTED = `
BEGIN
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;
  RETURN NULL;
END`;

export const POINTS_ENTRY: Table = {
  name: 'points_entry',
  comment:
    'Every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal.',
  columns: {
    wallet: 'whose points they are',
    reference:
      'recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the operator_action',
    total: 'points of the wallet after this entry',
    recorded_at: 'UTC',
  },
  create: `
CREATE TABLE "points_entry" (
  "number" bigserial PRIMARY KEY,
  "wallet" ${TEXT} NOT NULL,
  "cause" ${TEXT} NOT NULL
    ${oneOf('cause', ['recruit', 'check-in', 'reversal', 'ban', 'unban'])},
  "reference" ${TEXT} NOT NULL,
  "points" integer NOT NULL
    ${rule(
      'points: 1000 a recruit, 100 a check-in, not 0 a reversal',
      `CASE cause WHEN 'recruit' THEN points = 1000 WHEN 'check-in' THEN points = 100 WHEN 'reversal' THEN points <> 0 ELSE true END`,
    )},
  "total" integer NOT NULL
    ${rule('total must be 0 after a ban', `cause <> 'ban' OR total = 0`)},
  "recorded_at" ${TEXT} NOT NULL
    ${time('recorded_at')},
  ${isWallet('points_entry', 'wallet')}
)`,
  indexes: [
    'CREATE UNIQUE INDEX "points_entry_once" ON points_entry (cause, reference, wallet)',
    `CREATE UNIQUE INDEX "points_entry_for_one_wallet" ON points_entry (cause, reference) WHERE cause <> 'check-in'`,
    'CREATE INDEX "points_entry_by_wallet" ON points_entry (wallet, number)',
  ],
  triggers: [
    ...trigger('points_entry_sound', 'BEFORE INSERT ON points_entry FOR EACH ROW', SOUND),
    ...refuse('points_entry_kept', 'DELETE OR UPDATE ON points_entry FOR EACH ROW', [
      ['true', 'the ledger only grows: take an entry back by a reversal'],
    ]),
    ...trigger('points_entry_counted', 'AFTER INSERT ON points_entry FOR EACH ROW', COUNTED),
  ],
};
