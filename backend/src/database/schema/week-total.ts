import { MAX_TOTAL } from '../../game.js';
import { rankKey } from './rank-count.js';
import { BIGINT, isWholeNumber, rule, TEXT } from './rules.js';
import { statements, table, type PerKind } from './table.js';
import { derive, refuseHands } from './triggers.js';

const POSTGRES_STATED = "substring(message FROM '\\nIssued At: (\\d{4}-\\d\\d-\\d\\d)')";

/** The day that the text states, by functions that PostgreSQL knows to give the same whatever its settings are. */
const STATED_DAY = `make_date(${[1, 2, 3].map((part) => `CAST(split_part(${POSTGRES_STATED}, '-', ${part}) AS integer)`).join(', ')})`;

const SQLITE_STATED = `substr(message, nullif(instr(message, char(10) || 'Issued At: '), 0) + 12, 24)`;

/** The year and the number of a week are those of its Thursday (ISO 8601). Older shells of SQLite know no %G and %V. */
const THURSDAY = `${SQLITE_STATED}, 'weekday 0', '-3 days'`;

/** A column with the week in which a referral was signed, as the signed text itself states. */
export const SIGNED_WEEK: PerKind<string> = {
  sqlite: `varchar GENERATED ALWAYS AS (
    strftime('%Y', ${THURSDAY})
      || printf('-W%02d', (strftime('%j', ${THURSDAY}) + 6) / 7)) VIRTUAL`,
  postgres: `varchar COLLATE "C" GENERATED ALWAYS AS (
    CAST(extract(isoyear FROM ${STATED_DAY}) AS text)
      || '-W' || lpad(CAST(extract(week FROM ${STATED_DAY}) AS text), 2, '0')) STORED`,
};

const isTotalOf = (row: 'NEW' | 'OLD'): string =>
  `week = ${row}.week AND referrer_number = (
    SELECT joined_number FROM wallet WHERE address = ${row}.referrer AND banned_at IS NULL)`;

export const WEEK_TOTAL = statements(
  table(
    'week_total',
    'What each referrer recruited in a week, for the board of the week. Kept by triggers on referral and wallet.',
  )`
  "week" ${TEXT} NOT NULL -- such as 2026-W48, UTC, in which the recruits signed
    ${rule('week must be like 2026-W48', 'length(week) = 8')},
  "referrer_number" ${BIGINT} NOT NULL, -- joined_number of the referrer
  "recruits" integer DEFAULT 0 NOT NULL -- proven; 0 while the referrer is banned
    ${isWholeNumber('recruits', 0, MAX_TOTAL)},
  "rank_key" ${rankKey('recruits > 0', 'recruits', 'referrer_number')}, -- as in wallet; points follow from the recruits
  PRIMARY KEY ("referrer_number", "week")`,
  'CREATE INDEX "week_total_by_rank_key" ON week_total (week, rank_key) WHERE rank_key IS NOT NULL',
  derive(
    'week_total',
    'week_total_counted',
    'INSERT OR UPDATE OF status ON referral',
    "NEW.status = 'proven'",
  )`
  INSERT INTO week_total (week, referrer_number)
  SELECT NEW.week, joined_number FROM wallet WHERE address = NEW.referrer AND NEW.week IS NOT NULL
  ON CONFLICT DO NOTHING;
  UPDATE week_total SET recruits = recruits + 1 WHERE ${isTotalOf('NEW')};`,
  derive('week_total', 'week_total_uncounted', 'DELETE ON referral', "OLD.status = 'proven'")`
  UPDATE week_total SET recruits = recruits - 1 WHERE ${isTotalOf('OLD')};`,
  derive(
    'week_total',
    'week_total_banned',
    'UPDATE OF banned_at ON wallet',
    '(NEW.banned_at IS NULL) <> (OLD.banned_at IS NULL)',
  )`
  UPDATE week_total SET recruits = CASE WHEN NEW.banned_at IS NULL THEN (
    SELECT count(*) FROM referral
    WHERE referrer = NEW.address AND status = 'proven' AND referral.week = week_total.week) ELSE 0 END
  WHERE referrer_number = NEW.joined_number;`,
  refuseHands('week_total', 'the recruits of a week are counted from referral: change that'),
);

/** What the totals are by the referrals alone: a week, the number of a referrer, and its recruits. */
export const WEEKS_BY_REFERRALS = `
  SELECT week, joined_number AS referrer_number, count(*) AS recruits
  FROM referral JOIN wallet ON address = referrer
  WHERE status = 'proven' AND week IS NOT NULL AND banned_at IS NULL
  GROUP BY week, joined_number`;
