import { POINTS_PER_RECRUIT } from '../../game.js';
import type { PerKind } from '../dialect.js';
import { IS_RANKED } from './indexes.js';

type Row = 'OLD' | 'NEW';

/** `action` is the message of a rejection, or the list of statements to run. */
type Trigger = readonly [on: string, condition: string, action: string | readonly string[]];

const IS_FINAL = 'a proven referral is final';
const PAIR_IS_KEPT = `${IS_FINAL}, and a claim keeps its two wallets`;
const FROM_LEDGER = 'points follow from ledger_entry: insert an entry';

const APPEND_ONLY = {
  ledger_entry: 'the ledger is append-only: insert a reversal',
  audit_log: 'the audit log is append-only',
  log_entry: 'the transparency log is append-only',
} as const;

const isRanked = (row: Row): string => `(${IS_RANKED.replaceAll(/\w+_\w+/g, `${row}.$&`)})`;

const isTaken = (table: string, ...columns: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM ${table} WHERE ${columns.map((column) => `${column} = NEW.${column}`).join(' AND ')})`;

const addRecruit = (row: Row, change: '+ 1' | '- 1'): string => `
  UPDATE wallet SET direct_recruits = direct_recruits ${change},
    proven_recruits = proven_recruits ${change} * CASE ${row}.status WHEN 'proven' THEN 1 ELSE 0 END
  WHERE address = ${row}.referrer`;

const addToWeek = (row: Row, change: '+ 1' | '- 1'): string => `
  UPDATE internal_week_total SET recruits = recruits ${change}
  WHERE week = ${row}.week AND referrer_number = (
    SELECT joined_number FROM wallet WHERE address = ${row}.referrer AND banned_at IS NULL)`;

const COUNT_WEEK = [
  `
  INSERT INTO internal_week_total (week, referrer_number)
  SELECT NEW.week, joined_number FROM wallet
  WHERE address = NEW.referrer AND NEW.week IS NOT NULL ON CONFLICT DO NOTHING`,
  addToWeek('NEW', '+ 1'),
];

function movePoints(
  board: (row: Row) => string,
  points: (row: Row) => string,
  isOn: (row: Row) => string,
): readonly string[] {
  const before = `board = ${board('OLD')} AND points = ${points('OLD')} AND ${isOn('OLD')}`;
  return [
    `DELETE FROM internal_point_count WHERE ${before} AND wallets = 1`,
    `UPDATE internal_point_count SET wallets = wallets - 1 WHERE ${before}`,
    `INSERT INTO internal_point_count SELECT ${board('NEW')}, ${points('NEW')}, 1 WHERE ${isOn('NEW')}
  ON CONFLICT (board, points) DO UPDATE SET wallets = internal_point_count.wallets + 1`,
  ];
}

/**
 * By default, SQLite's `OR REPLACE` fires no DELETE trigger, so BEFORE INSERT and BEFORE UPDATE triggers reject
 * replacements through any unique index.
 */
const TRIGGERS: Readonly<Record<string, Trigger>> = {
  ...Object.fromEntries(
    Object.entries(APPEND_ONLY).flatMap(([table, message]): [string, Trigger][] => [
      [`${table}_no_update`, [`BEFORE UPDATE ON ${table}`, 'true', message]],
      [`${table}_no_delete`, [`BEFORE DELETE ON ${table}`, 'true', message]],
    ]),
  ),
  audit_log_no_replace: [
    'BEFORE INSERT ON audit_log',
    isTaken('audit_log', 'number'),
    APPEND_ONLY.audit_log,
  ],
  log_entry_in_order: [
    'BEFORE INSERT ON log_entry',
    'NEW.log_index <> (SELECT coalesce(max(log_index) + 1, 0) FROM log_entry)',
    `${APPEND_ONLY.log_entry}, and its indexes have no gaps`,
  ],
  referral_no_replace: [
    'BEFORE INSERT ON referral',
    `EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.recruit AND (status = 'proven' OR referrer <> NEW.referrer))
  OR ${isTaken('referral', 'log_index')}`,
    PAIR_IS_KEPT,
  ],
  referral_final: [
    'BEFORE UPDATE ON referral',
    `OLD.status = 'proven' OR NEW.recruit <> OLD.recruit OR NEW.referrer <> OLD.referrer
  OR ${isTaken('referral', 'log_index')}`,
    PAIR_IS_KEPT,
  ],
  referral_no_delete: [
    'BEFORE DELETE ON referral',
    `OLD.status = 'proven' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)`,
    `${IS_FINAL}: use ops revoke`,
  ],
  ledger_entry_adds_up: [
    'BEFORE INSERT ON ledger_entry',
    `NEW.total IS DISTINCT FROM (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)
  OR ${isTaken('ledger_entry', 'number')}
  OR ${isTaken('ledger_entry', 'cause', 'reference', 'wallet')}
  OR NEW.cause <> 'check-in' AND ${isTaken('ledger_entry', 'cause', 'reference')}`,
    'an entry must be new, and its total must be the points of the wallet after it',
  ],
  ledger_entry_counted: [
    'AFTER INSERT ON ledger_entry',
    'true',
    ['UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet'],
  ],
  wallet_points_follow: [
    'BEFORE UPDATE OF points ON wallet',
    `NEW.points <> coalesce((
  SELECT total FROM ledger_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0)`,
    FROM_LEDGER,
  ],
  wallet_starts_with_nothing: [
    'BEFORE INSERT ON wallet',
    `NEW.points <> 0 OR ${isTaken('wallet', 'address')} OR ${isTaken('wallet', 'joined_number')}`,
    `a wallet must be new, and ${FROM_LEDGER}`,
  ],
  wallet_keeps_identity: [
    'BEFORE UPDATE OF joined_number, address ON wallet',
    'NEW.joined_number <> OLD.joined_number OR NEW.address <> OLD.address',
    'a wallet keeps its number and address',
  ],
  referral_counted: ['AFTER INSERT ON referral', 'true', [addRecruit('NEW', '+ 1')]],
  referral_counted_in_week: ['AFTER INSERT ON referral', `NEW.status = 'proven'`, COUNT_WEEK],
  referral_proven: [
    'AFTER UPDATE OF status ON referral',
    `NEW.status = 'proven'`,
    [
      'UPDATE wallet SET proven_recruits = proven_recruits + 1 WHERE address = NEW.referrer',
      ...COUNT_WEEK,
    ],
  ],
  referral_uncounted: [
    'AFTER DELETE ON referral',
    'true',
    [addRecruit('OLD', '- 1'), addToWeek('OLD', '- 1')],
  ],
  wallet_point_count: [
    'AFTER UPDATE OF points, proven_recruits, banned_at ON wallet',
    `OLD.points <> NEW.points OR ${isRanked('OLD')} <> ${isRanked('NEW')}`,
    movePoints(
      () => "''",
      (row) => `${row}.points`,
      isRanked,
    ),
  ],
  week_total_point_count: [
    'AFTER UPDATE OF recruits ON internal_week_total',
    'OLD.recruits <> NEW.recruits',
    movePoints(
      (row) => `${row}.week`,
      (row) => `${POINTS_PER_RECRUIT} * ${row}.recruits`,
      (row) => `${row}.recruits > 0`,
    ),
  ],
};

function onSqlite(name: string, [on, condition, action]: Trigger): string[] {
  const statements = typeof action === 'string' ? [`SELECT RAISE(ABORT, '${action}')`] : action;
  return [`CREATE TRIGGER ${name} ${on}\nWHEN ${condition} BEGIN ${statements.join(';\n')};\nEND`];
}

function onPostgres(name: string, [on, condition, action]: Trigger, each = ' FOR EACH ROW') {
  const raise = `RAISE integrity_constraint_violation USING MESSAGE = '${String(action)}'`;
  const statements = typeof action === 'string' ? [raise] : action;
  const row = on.includes('DELETE') ? 'OLD' : 'NEW';
  return [
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN IF ${condition} THEN ${statements.join(';\n')}; END IF;
RETURN ${row};
END $$`,
    `CREATE TRIGGER ${name} ${on}${each} EXECUTE FUNCTION ${name}()`,
  ];
}

type Render = (name: string, trigger: Trigger) => string[];

const render = (renderOne: Render, triggers = TRIGGERS): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(triggers).map(([name, trigger]) => [name, renderOne(name, trigger)]),
  );

const NO_TRUNCATE = Object.fromEntries(
  Object.entries({ ...APPEND_ONLY, referral: IS_FINAL }).map(([table, message]) => [
    `${table}_no_truncate`,
    [`BEFORE TRUNCATE ON ${table}`, 'true', message] as const,
  ]),
);

export const TRIGGER_STATEMENTS: PerKind<Readonly<Record<string, readonly string[]>>> = {
  sqlite: render(onSqlite),
  postgres: {
    ...render(onPostgres),
    ...render((name, trigger) => onPostgres(name, trigger, ''), NO_TRUNCATE),
  },
};
