import { POINTS_PER_RECRUIT } from '../../game.js';
import { IS_RANKED } from './indexes.js';

const IS_FINAL = 'a proven referral is final';
const APPEND_ONLY = 'the ledger is append-only: insert a reversal';
const AUDIT_APPEND_ONLY = 'the audit log is append-only';
const LOG_APPEND_ONLY = 'the transparency log is append-only';
const FROM_LEDGER = 'points follow from ledger_entry: insert an entry';

const reject = (message: string): string => `EXECUTE FUNCTION reject_change('${message}')`;

const fail = (message: string): string =>
  `RAISE integrity_constraint_violation USING MESSAGE = '${message}';`;

/** Adds referrals to, or subtracts them from, the weeks of their referrers. */
const countWeeks = (rows: string, sign: '+' | '-'): string => `
  INSERT INTO internal_week_total (week, referrer_number)
  SELECT week, joined_number FROM ${rows} JOIN wallet ON address = referrer
  WHERE status = 'proven' AND week IS NOT NULL ON CONFLICT DO NOTHING;
  UPDATE internal_week_total SET recruits = recruits ${sign} proofs
  FROM (
    SELECT week, joined_number, count(*) AS proofs FROM ${rows} JOIN wallet ON address = referrer
    WHERE status = 'proven' AND banned_at IS NULL GROUP BY week, joined_number) AS added
  WHERE internal_week_total.week = added.week AND referrer_number = joined_number;`;

/** Updates `internal_point_count` from the transition tables `before` and `after` of a statement. */
const countPoints = (board: string, points: string, isRanked: string): string => `
  INSERT INTO internal_point_count AS counted
  SELECT board, points, sum(change) FROM (
    SELECT ${board} AS board, ${points} AS points, -1 AS change FROM before WHERE ${isRanked}
    UNION ALL SELECT ${board}, ${points}, 1 FROM after WHERE ${isRanked}) AS side
  GROUP BY board, points HAVING sum(change) <> 0 ORDER BY board, points
  ON CONFLICT (board, points) DO UPDATE SET wallets = counted.wallets + excluded.wallets;
  IF FOUND THEN
    DELETE FROM internal_point_count WHERE wallets = 0 AND (board, points) IN (SELECT ${board}, ${points} FROM before);
  END IF;`;

/** Trigger functions in plpgsql, by name. */
export const POSTGRES_FUNCTIONS: Readonly<Record<string, string>> = {
  reject_change: `
  RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0];`,
  referral_no_delete: `
  IF NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = OLD.recruit) THEN
    ${fail(`${IS_FINAL}: use ops revoke`)}
  END IF;
  RETURN OLD;`,
  referral_counted: `
  UPDATE wallet SET direct_recruits = direct_recruits + recruits, proven_recruits = proven_recruits + proofs
  FROM (SELECT referrer, count(*) AS recruits, count(proven_at) AS proofs FROM added GROUP BY referrer) AS sums
  WHERE address = referrer;
  IF EXISTS (SELECT 1 FROM added WHERE status = 'proven') THEN${countWeeks('added', '+')}
  END IF;
  RETURN NULL;`,
  referral_proven: `
  UPDATE wallet SET proven_recruits = proven_recruits + proofs
  FROM (SELECT referrer, count(*) AS proofs FROM added WHERE status = 'proven' GROUP BY referrer) AS sums
  WHERE address = referrer;${countWeeks('added', '+')}
  RETURN NULL;`,
  referral_uncounted: `
  UPDATE wallet SET direct_recruits = direct_recruits - recruits, proven_recruits = proven_recruits - proofs
  FROM (SELECT referrer, count(*) AS recruits, count(proven_at) AS proofs FROM removed GROUP BY referrer) AS sums
  WHERE address = referrer;
  IF EXISTS (SELECT 1 FROM removed WHERE status = 'proven') THEN${countWeeks('removed', '-')}
  END IF;
  RETURN NULL;`,
  log_entry_in_order: `
  IF NEW.log_index <> (SELECT coalesce(max(log_index) + 1, 0) FROM log_entry) THEN
    ${fail(`${LOG_APPEND_ONLY}, and its indexes have no gaps`)}
  END IF;
  RETURN NEW;`,
  ledger_entry_adds_up: `
  IF NEW.total IS DISTINCT FROM (SELECT points + NEW.points FROM wallet WHERE address = NEW.wallet FOR NO KEY UPDATE) THEN
    ${fail('an entry must be new, and its total must be the points of the wallet after it')}
  END IF;
  RETURN NEW;`,
  ledger_entry_counted: `
  UPDATE wallet SET points = NEW.total WHERE address = NEW.wallet;
  RETURN NULL;`,
  wallet_points_follow: `
  IF NEW.points <> coalesce((SELECT total FROM ledger_entry WHERE wallet = NEW.address ORDER BY number DESC LIMIT 1), 0) THEN
    ${fail(FROM_LEDGER)}
  END IF;
  RETURN NEW;`,
  wallet_point_count: `${countPoints("''", 'points', IS_RANKED)}
  RETURN NULL;`,
  week_total_point_count: `${countPoints('week', `${POINTS_PER_RECRUIT} * recruits`, 'recruits > 0')}
  RETURN NULL;`,
};

const call = (name: string): string => `EXECUTE FUNCTION ${name}()`;
const OLD_AND_NEW = 'REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT';

/** Triggers by name, with the same rules as SQLite's. */
export const POSTGRES_TRIGGERS: Readonly<Record<string, string>> = {
  referral_final: `BEFORE UPDATE ON referral FOR EACH ROW
WHEN (OLD.status = 'proven' OR NEW.recruit <> OLD.recruit OR NEW.referrer <> OLD.referrer)
${reject(`${IS_FINAL}, and a claim keeps its two wallets`)}`,
  referral_no_delete: `BEFORE DELETE ON referral FOR EACH ROW WHEN (OLD.status = 'proven') ${call('referral_no_delete')}`,
  referral_no_truncate: `BEFORE TRUNCATE ON referral ${reject(IS_FINAL)}`,
  ledger_entry_append_only: `BEFORE UPDATE OR DELETE ON ledger_entry FOR EACH ROW ${reject(APPEND_ONLY)}`,
  ledger_entry_no_truncate: `BEFORE TRUNCATE ON ledger_entry ${reject(APPEND_ONLY)}`,
  audit_log_append_only: `BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW ${reject(AUDIT_APPEND_ONLY)}`,
  audit_log_no_truncate: `BEFORE TRUNCATE ON audit_log ${reject(AUDIT_APPEND_ONLY)}`,
  log_entry_append_only: `BEFORE UPDATE OR DELETE ON log_entry FOR EACH ROW ${reject(LOG_APPEND_ONLY)}`,
  log_entry_no_truncate: `BEFORE TRUNCATE ON log_entry ${reject(LOG_APPEND_ONLY)}`,
  log_entry_in_order: `BEFORE INSERT ON log_entry FOR EACH ROW ${call('log_entry_in_order')}`,
  ledger_entry_adds_up: `BEFORE INSERT ON ledger_entry FOR EACH ROW ${call('ledger_entry_adds_up')}`,
  ledger_entry_counted: `AFTER INSERT ON ledger_entry FOR EACH ROW ${call('ledger_entry_counted')}`,
  wallet_points_follow: `BEFORE UPDATE OF points ON wallet FOR EACH ROW ${call('wallet_points_follow')}`,
  wallet_starts_with_nothing: `BEFORE INSERT ON wallet FOR EACH ROW WHEN (NEW.points <> 0) ${reject(FROM_LEDGER)}`,
  referral_counted: `AFTER INSERT ON referral REFERENCING NEW TABLE AS added FOR EACH STATEMENT ${call('referral_counted')}`,
  referral_proven: `AFTER UPDATE ON referral REFERENCING NEW TABLE AS added FOR EACH STATEMENT ${call('referral_proven')}`,
  referral_uncounted: `AFTER DELETE ON referral REFERENCING OLD TABLE AS removed FOR EACH STATEMENT ${call('referral_uncounted')}`,
  wallet_point_count: `AFTER UPDATE ON wallet ${OLD_AND_NEW} ${call('wallet_point_count')}`,
  week_total_point_count: `AFTER UPDATE ON internal_week_total ${OLD_AND_NEW} ${call('week_total_point_count')}`,
};
