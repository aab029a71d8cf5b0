import { lockWallet } from './locks.js';
import { latestEntryOf, NEW_ENTRY } from './points-entry.js';
import { FACTS, isReferralOf } from './referral-facts.js';
import { isOneOf, isText, isWallet, number, TEXT, time } from './rules.js';
import { statements, table } from './table.js';
import { after, kept, numberedInOrder, refuse } from './triggers.js';

/** Takes back the latest entry of the recruit, if it is one that gave or took points, as told. */
const reversed = (sign: '<' | '>'): string => `
  ${NEW_ENTRY}
  SELECT address, 'reversal', latest.number, -latest.points, wallet.points - latest.points, NEW.acted_at
  FROM (${latestEntryOf('NEW.subject')}) AS latest
  JOIN wallet ON address = latest.wallet WHERE latest.points ${sign} 0;`;

/** PostgreSQL: whoever decides about the subject meanwhile waits, or is waited for; a proof of this transaction has its number. */
const LOCK = `  IF NEW.action IN ('revoke', 'unrevoke') THEN
    SET CONSTRAINTS referral_proof_numbered IMMEDIATE;
    PERFORM lock_wallets(referrer, recruit) FROM (
      SELECT referrer, recruit FROM referral WHERE recruit = NEW.subject
      UNION ALL SELECT referrer, recruit FROM revoked_referral WHERE recruit = NEW.subject) AS subject_referral;
  END IF;
${lockWallet('NEW.subject')}`;

const action = (name: 'ban' | 'unban' | 'revoke' | 'unrevoke') =>
  after(`operator_action_${name}`, 'INSERT ON operator_action', `NEW.action = '${name}'`);

export const OPERATOR_ACTION = statements(
  table(
    'operator_action',
    'What the operator did, and why. A row added here does it: bans, revoked referrals and points follow by triggers. Nothing is changed or removed.',
  )`
  ${number('1 came first')},
  "action" ${TEXT} NOT NULL
    ${isOneOf('action', 'ban', 'unban', 'revoke', 'unrevoke')},
  "subject" ${TEXT} NOT NULL, -- ban, unban: the wallet; revoke, unrevoke: the recruit of the referral
  "why" ${TEXT} NOT NULL
    ${isText('why')},
  ${time('acted_at')},
  ${isWallet('operator_action', 'subject')}`,
  'CREATE INDEX "operator_action_by_subject" ON operator_action (subject, number)',
  action('ban')`
  UPDATE wallet SET banned_at = NEW.acted_at WHERE address = NEW.subject;
  ${NEW_ENTRY}
  SELECT address, 'ban', NEW.number, -points, 0, NEW.acted_at FROM wallet WHERE address = NEW.subject;`,
  action('unban')`
  UPDATE wallet SET banned_at = NULL WHERE address = NEW.subject;
  ${NEW_ENTRY}
  SELECT address, 'unban', NEW.number, -taken, points - taken, NEW.acted_at
  FROM wallet, (
    SELECT points_entry.points AS taken FROM points_entry
    WHERE wallet = NEW.subject AND cause = 'ban' ORDER BY number DESC LIMIT 1) AS last_ban
  WHERE address = NEW.subject;`,
  action('revoke')`
  INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
  SELECT ${FACTS}, NEW.acted_at, NEW.number FROM referral WHERE ${isReferralOf('NEW.subject')};
  DELETE FROM referral WHERE ${isReferralOf('NEW.subject')};${reversed('>')}`,
  action('unrevoke')`
  INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = NEW.subject;
  DELETE FROM revoked_referral WHERE recruit = NEW.subject;${reversed('<')}`,
  refuse(
    'operator_action_possible',
    'INSERT ON operator_action',
    LOCK,
  )`${numberedInOrder('operator_action', 'subject')}
    WHEN NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject)
    THEN RAISE(ABORT, 'the subject must be in wallet')
    WHEN NEW.action = 'ban' AND EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject AND banned_at IS NOT NULL)
    THEN RAISE(ABORT, 'the wallet is banned already')
    WHEN NEW.action = 'unban' AND EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject AND banned_at IS NULL)
    THEN RAISE(ABORT, 'the wallet is not banned')
    WHEN NEW.action = 'revoke' AND NOT EXISTS (SELECT 1 FROM referral WHERE ${isReferralOf('NEW.subject')})
    THEN RAISE(ABORT, 'the recruit has no referral that counts')
    WHEN NEW.action = 'unrevoke' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.subject)
    THEN RAISE(ABORT, 'the recruit has no revoked referral')`,
  kept('operator_action', 'what the operator did stays written: take it back by another row'),
);
