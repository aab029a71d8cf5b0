import { POINTS_PER_CHECK_IN, POINTS_PER_RECRUIT } from '../../game.js';
import { isReferralOf } from './referral-facts.js';
import { isOneOf, isWallet, NUMBERED, onlyOnSqlite, rule, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import {
  kept,
  postgresRefusals,
  postgresTrigger,
  sqliteRefusal,
  sqliteTrigger,
} from './triggers.js';

const SENTENCES = {
  isThere: 'the ledger has this entry already',
  number: 'number is given: leave it out',
  cause:
    'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back',
  referral: 'points of a recruit go with its referral: revoke it by a row in operator_action',
  total: 'total must be the points of the wallet after this entry',
};

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

/** SQL of the recruit whose points a reversal of that entry is about; none when it is about something else. */
const recruitOf = (takenBack: string): string => `(
    WITH RECURSIVE chain (number, cause, reference) AS (
      SELECT number, cause, reference FROM points_entry WHERE number = ${takenBack}
      UNION ALL
      SELECT earlier.number, earlier.cause, earlier.reference
      FROM chain JOIN points_entry AS earlier
        ON chain.cause = 'reversal' AND earlier.number = CAST(chain.reference AS bigint))
    SELECT reference FROM chain WHERE cause = 'recruit')`;

const isProven = (isReferral: string): string => `EXISTS (
    SELECT 1 FROM referral WHERE ${isReferral} AND referrer = NEW.wallet AND status = 'proven')`;

const hasItsCause = (isRecruited: string, takenBack: string): string => `CASE NEW.cause
  WHEN 'recruit' THEN ${isProven(isRecruited)}
  WHEN 'check-in' THEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.reference)
  WHEN 'reversal' THEN EXISTS (
    SELECT 1 FROM points_entry
    WHERE number = ${takenBack} AND wallet = NEW.wallet AND points = -NEW.points
      AND cause IN ('recruit', 'check-in', 'reversal'))
  ELSE EXISTS (
    SELECT 1 FROM operator_action
    WHERE number = ${takenBack} AND subject = NEW.wallet AND action = NEW.cause)
END`;

const BAN_LEAVES_NOTHING = "cause <> 'ban' OR total = 0";

const POINTS_OF_CAUSES = `CASE cause WHEN 'recruit' THEN points = ${POINTS_PER_RECRUIT} WHEN 'check-in' THEN points = ${POINTS_PER_CHECK_IN} WHEN 'reversal' THEN points <> 0 ELSE true END`;

const HAS_POINTS_OF_ITS_CAUSE = rule(
  `points: ${POINTS_PER_RECRUIT} a recruit, ${POINTS_PER_CHECK_IN} a check-in, not 0 a reversal`,
  POINTS_OF_CAUSES,
  `typeof(points) = 'integer' AND ${POINTS_OF_CAUSES}`,
);

const COUNT = '  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;';

const SQLITE_TAKEN_BACK = 'CAST(NEW.reference AS integer)';

/** OR REPLACE would remove the entry in the way without a word to its triggers. */
const ON_SQLITE = [
  sqliteRefusal(
    'points_entry_not_replaced',
    'INSERT ON points_entry',
    `EXISTS (SELECT 1 FROM points_entry WHERE number = NEW.number)
  OR EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference AND wallet = NEW.wallet)
  OR (NEW.cause <> 'check-in'
    AND EXISTS (SELECT 1 FROM points_entry WHERE cause = NEW.cause AND reference = NEW.reference))`,
    SENTENCES.isThere,
  ),
  sqliteRefusal(
    'points_entry_adds_up',
    'INSERT ON points_entry',
    'NEW.total IS NOT (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)',
    SENTENCES.total,
  ),
  sqliteTrigger('points_entry_counted', 'INSERT ON points_entry', null, COUNT),
  sqliteRefusal(
    'points_entry_numbered_in_order',
    'INSERT ON points_entry',
    'NEW.number <> -1 AND NOT EXISTS (SELECT 1 FROM points_entry WHERE number = NEW.number)',
    SENTENCES.number,
  ),
  sqliteRefusal(
    'points_entry_has_its_cause',
    'INSERT ON points_entry',
    `NOT ${hasItsCause(isReferralOf('NEW.reference'), SQLITE_TAKEN_BACK)}`,
    SENTENCES.cause,
  ),
  sqliteRefusal(
    'points_entry_goes_with_the_referral',
    'INSERT ON points_entry',
    `NEW.cause = 'reversal' AND ${recruitOf(SQLITE_TAKEN_BACK)} IS NOT NULL
  AND (NEW.points > 0) IS NOT ${isProven(isReferralOf(recruitOf(SQLITE_TAKEN_BACK)))}`,
    SENTENCES.referral,
  ),
];

/** The row of the wallet is locked from here on, so that its points stand still and its entries come in order. */
const POSTGRES_SOUND = `
DECLARE
  points_now integer;
  taken_back CONSTANT bigint := CASE
    WHEN NEW.cause NOT IN ('recruit', 'check-in') AND NEW.reference ~ '^\\d{1,18}$'
    THEN CAST(NEW.reference AS bigint) END;
  recruit_taken_back varchar;
BEGIN
  SELECT wallet.points INTO points_now FROM wallet WHERE address = NEW.wallet FOR NO KEY UPDATE;
  IF NEW.cause = 'reversal' THEN
    recruit_taken_back := ${recruitOf('taken_back')};
  END IF;
${postgresRefusals([
  [
    `EXISTS (
    SELECT 1 FROM points_entry
    WHERE cause = NEW.cause AND reference = NEW.reference
      AND (NEW.cause <> 'check-in' OR wallet = NEW.wallet))`,
    SENTENCES.isThere,
  ],
  [
    'NEW.number <= (SELECT max(number) FROM points_entry WHERE wallet = NEW.wallet)',
    SENTENCES.number,
  ],
  [`NOT ${hasItsCause('recruit = NEW.reference', 'taken_back')}`, SENTENCES.cause],
  [
    `recruit_taken_back IS NOT NULL AND (NEW.points > 0) <> ${isProven('recruit = recruit_taken_back')}`,
    SENTENCES.referral,
  ],
  ['NEW.total IS DISTINCT FROM points_now + NEW.points', SENTENCES.total],
])}
  RETURN NEW;
END`;

export const POINTS_ENTRY: Table = {
  name: 'points_entry',
  comment:
    'The ledger: every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal. The view ledger says in words what each is for.',
  definition: sql`
  "number" ${NUMBERED} NOT NULL -- 1 came first
    ${onlyOnSqlite(rule('number must be above 0', 'number > 0'))},
  "wallet" ${TEXT} NOT NULL, -- whose points they are
  "cause" ${TEXT} NOT NULL
    ${isOneOf('cause', ['recruit', 'check-in', 'reversal', 'ban', 'unban'])},
  "reference" ${TEXT} NOT NULL, -- recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the operator_action
  "points" integer NOT NULL
    ${HAS_POINTS_OF_ITS_CAUSE},
  "total" integer NOT NULL -- points of the wallet after this entry
    ${rule('total must be 0 after a ban', BAN_LEAVES_NOTHING, `typeof(total) = 'integer' AND (${BAN_LEAVES_NOTHING})`)},
  ${time('recorded_at')},
  ${isWallet('points_entry', 'wallet')}`,
  indexes: [
    'CREATE UNIQUE INDEX "points_entry_once" ON points_entry (cause, reference, wallet)',
    `CREATE UNIQUE INDEX "points_entry_for_one_wallet" ON points_entry (cause, reference) WHERE cause <> 'check-in'`,
    'CREATE INDEX "points_entry_by_wallet" ON points_entry (wallet, number)',
  ],
  refusals: [kept('points_entry', 'the ledger only grows: take an entry back by a reversal')],
  triggers: {
    sqlite: ON_SQLITE,
    postgres: [
      ...postgresTrigger(
        'points_entry_sound',
        'BEFORE INSERT ON points_entry FOR EACH ROW',
        POSTGRES_SOUND,
      ),
      ...postgresTrigger(
        'points_entry_counted',
        'AFTER INSERT ON points_entry FOR EACH ROW',
        `BEGIN
${COUNT}
  RETURN NULL;
END`,
      ),
    ],
  },
  isKept: true,
};
