import { POINTS_PER_RECRUIT } from '../../game.js';

const IS_FINAL = 'a proven referral is final';
const APPEND_ONLY = 'the ledger is append-only: insert a reversal';
const AUDIT_APPEND_ONLY = 'the audit log is append-only';
const LOG_APPEND_ONLY = 'the transparency log is append-only';
const FROM_LEDGER = 'points follow from ledger_entry: insert an entry';

const reject = (message: string): string => `BEGIN\n  SELECT RAISE(ABORT, '${message}');\nEND`;

const weekTotalOf = (row: 'NEW' | 'OLD'): string => `week = ${row}.week AND referrer_number = (
    SELECT joined_number FROM wallet WHERE address = ${row}.referrer AND banned_at IS NULL)`;

const COUNT_WEEK = `
  INSERT INTO internal_week_total (week, referrer_number)
  SELECT NEW.week, joined_number FROM wallet
  WHERE address = NEW.referrer AND NEW.status = 'proven' AND NEW.week IS NOT NULL ON CONFLICT DO NOTHING;
  UPDATE internal_week_total SET recruits = recruits + 1 WHERE NEW.status = 'proven' AND ${weekTotalOf('NEW')};`;

const isRanked = (row: 'NEW' | 'OLD'): string =>
  `${row}.proven_recruits > 0 AND ${row}.banned_at IS NULL`;

/**
 * Triggers by name; each text follows `CREATE TRIGGER name`. They keep proofs final, keep the ledger and both logs
 * append-only, and update all totals. `OR REPLACE` fires no DELETE trigger, so BEFORE INSERT triggers look for the
 * replaced row.
 */
export const SQLITE_TRIGGERS: Readonly<Record<string, string>> = {
  referral_no_replace: `BEFORE INSERT ON referral
WHEN EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.recruit AND status = 'proven')
${reject(IS_FINAL)}`,
  referral_final: `BEFORE UPDATE ON referral
WHEN OLD.status = 'proven' OR NEW.recruit <> OLD.recruit OR NEW.referrer <> OLD.referrer
${reject(`${IS_FINAL}, and a claim keeps its two wallets`)}`,
  referral_no_delete: `BEFORE DELETE ON referral
WHEN OLD.status = 'proven' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit)
${reject(`${IS_FINAL}: use ops revoke`)}`,
  ledger_entry_no_update: `BEFORE UPDATE ON ledger_entry ${reject(APPEND_ONLY)}`,
  ledger_entry_no_delete: `BEFORE DELETE ON ledger_entry ${reject(APPEND_ONLY)}`,
  audit_log_no_update: `BEFORE UPDATE ON audit_log ${reject(AUDIT_APPEND_ONLY)}`,
  audit_log_no_delete: `BEFORE DELETE ON audit_log ${reject(AUDIT_APPEND_ONLY)}`,
  audit_log_no_replace: `BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE number = NEW.number)
${reject(AUDIT_APPEND_ONLY)}`,
  log_entry_no_update: `BEFORE UPDATE ON log_entry ${reject(LOG_APPEND_ONLY)}`,
  log_entry_no_delete: `BEFORE DELETE ON log_entry ${reject(LOG_APPEND_ONLY)}`,
  log_entry_in_order: `BEFORE INSERT ON log_entry
WHEN NEW.log_index <> (SELECT coalesce(max(log_index) + 1, 0) FROM log_entry)
${reject(`${LOG_APPEND_ONLY}, and its indexes have no gaps`)}`,
  ledger_entry_adds_up: `BEFORE INSERT ON ledger_entry
WHEN NEW.total IS NOT (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet)
  OR EXISTS (SELECT 1 FROM ledger_entry WHERE number = NEW.number)
  OR EXISTS (SELECT 1 FROM ledger_entry WHERE cause = NEW.cause AND reference = NEW.reference AND wallet = NEW.wallet)
${reject('an entry must be new, and its total must be the points of the wallet after it')}`,
  ledger_entry_counted: `AFTER INSERT ON ledger_entry BEGIN
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;
END`,
  wallet_points_follow: `BEFORE UPDATE OF points ON wallet
WHEN NEW.points IS NOT coalesce((
  SELECT total FROM ledger_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0)
${reject(FROM_LEDGER)}`,
  wallet_starts_with_nothing: `BEFORE INSERT ON wallet
WHEN NEW.points <> 0 OR EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address AND points <> 0)
${reject(FROM_LEDGER)}`,
  referral_counted: `AFTER INSERT ON referral BEGIN
  UPDATE wallet SET direct_recruits = direct_recruits + 1, proven_recruits = proven_recruits + (NEW.status = 'proven')
  WHERE address = NEW.referrer;${COUNT_WEEK}
END`,
  referral_proven: `AFTER UPDATE OF status ON referral WHEN NEW.status = 'proven' BEGIN
  UPDATE wallet SET proven_recruits = proven_recruits + 1 WHERE address = NEW.referrer;${COUNT_WEEK}
END`,
  referral_uncounted: `AFTER DELETE ON referral BEGIN
  UPDATE wallet SET direct_recruits = direct_recruits - 1, proven_recruits = proven_recruits - (OLD.status = 'proven')
  WHERE address = OLD.referrer;
  UPDATE internal_week_total SET recruits = recruits - 1 WHERE OLD.status = 'proven' AND ${weekTotalOf('OLD')};
END`,
  wallet_point_count: `AFTER UPDATE OF points, proven_recruits, banned_at ON wallet
WHEN OLD.points <> NEW.points OR (${isRanked('OLD')}) <> (${isRanked('NEW')}) BEGIN
  DELETE FROM internal_point_count WHERE board = '' AND points = OLD.points AND wallets = 1 AND ${isRanked('OLD')};
  UPDATE internal_point_count SET wallets = wallets - 1 WHERE board = '' AND points = OLD.points AND ${isRanked('OLD')};
  INSERT INTO internal_point_count SELECT '', NEW.points, 1 WHERE ${isRanked('NEW')}
  ON CONFLICT DO UPDATE SET wallets = wallets + 1;
END`,
  week_total_point_count: `AFTER UPDATE OF recruits ON internal_week_total WHEN OLD.recruits <> NEW.recruits BEGIN
  DELETE FROM internal_point_count
  WHERE board = OLD.week AND points = ${POINTS_PER_RECRUIT} * OLD.recruits AND wallets = 1 AND OLD.recruits > 0;
  UPDATE internal_point_count SET wallets = wallets - 1
  WHERE board = OLD.week AND points = ${POINTS_PER_RECRUIT} * OLD.recruits AND OLD.recruits > 0;
  INSERT INTO internal_point_count SELECT NEW.week, ${POINTS_PER_RECRUIT} * NEW.recruits, 1 WHERE NEW.recruits > 0
  ON CONFLICT DO UPDATE SET wallets = wallets + 1;
END`,
};
