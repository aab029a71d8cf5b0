import { LATEST_OF_RECRUIT } from './points-entry.js';
import { FACTS } from './referral.js';
import { isWallet, oneOf, TEXT, text, time } from './rules.js';
import type { Table } from './table.js';
import { refuse, refusals, trigger } from './triggers.js';

/** Whoever decides about the subject meanwhile waits, or is waited for. */
const POSSIBLE = `
DECLARE
  subject_banned_at varchar;
BEGIN
  IF NEW.action IN ('revoke', 'unrevoke') THEN
    PERFORM lock_wallets(referrer, recruit) FROM (
      SELECT referrer, recruit FROM referral WHERE recruit = NEW.subject
      UNION ALL SELECT referrer, recruit FROM revoked_referral WHERE recruit = NEW.subject) AS standing_referral;
  END IF;
  SELECT banned_at INTO subject_banned_at FROM wallet WHERE address = NEW.subject FOR NO KEY UPDATE;
${refusals([
  ['NOT FOUND', 'the subject must be in wallet'],
  [`NEW.action = 'ban' AND subject_banned_at IS NOT NULL`, 'the wallet is banned already'],
  [`NEW.action = 'unban' AND subject_banned_at IS NULL`, 'the wallet is not banned'],
  [
    `NEW.action = 'revoke' AND NOT EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.subject)`,
    'the recruit has no referral that counts',
  ],
  [
    `NEW.action = 'unrevoke' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.subject)`,
    'the recruit has no revoked referral',
  ],
  [
    'NEW.number <= (SELECT max(number) FROM operator_action WHERE subject = NEW.subject)',
    'number is given: leave it out',
  ],
])}
  RETURN NEW;
END`;

const NEW_ENTRY = 'INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)';

/** Takes back the latest entry of the recruit, if it is one that gave or took points, as told. */
const reversed = (sign: '<' | '>'): string => `
      ${NEW_ENTRY}
      SELECT address, 'reversal', latest.number, -latest.points, wallet.points - latest.points, NEW.acted_at
      FROM (${LATEST_OF_RECRUIT('NEW.subject')}) AS latest
      JOIN wallet ON address = latest.wallet WHERE latest.points ${sign} 0;`;

const CARRIED_OUT = `
BEGIN
  CASE NEW.action
    WHEN 'ban' THEN
      UPDATE wallet SET banned_at = NEW.acted_at WHERE address = NEW.subject;
      ${NEW_ENTRY}
      SELECT address, 'ban', NEW.number, -points, 0, NEW.acted_at
      FROM wallet WHERE address = NEW.subject;
    WHEN 'unban' THEN
      UPDATE wallet SET banned_at = NULL WHERE address = NEW.subject;
      ${NEW_ENTRY}
      SELECT address, 'unban', NEW.number, -taken, points - taken, NEW.acted_at
      FROM wallet, (
        SELECT points_entry.points AS taken FROM points_entry
        WHERE wallet = NEW.subject AND cause = 'ban' ORDER BY number DESC LIMIT 1) AS last_ban
      WHERE address = NEW.subject;
    WHEN 'revoke' THEN
      INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
      SELECT ${FACTS}, NEW.acted_at, NEW.number FROM referral WHERE recruit = NEW.subject;
      DELETE FROM referral WHERE recruit = NEW.subject;${reversed('>')}
    WHEN 'unrevoke' THEN
      INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = NEW.subject;
      DELETE FROM revoked_referral WHERE recruit = NEW.subject;${reversed('<')}
  END CASE;
  RETURN NULL;
END`;

export const OPERATOR_ACTION: Table = {
  name: 'operator_action',
  comment:
    'What the operator did, and why. A row added here does it: bans, revoked referrals and points follow by triggers. Nothing is changed or removed.',
  columns: {
    subject: 'ban, unban: the wallet; revoke, unrevoke: the recruit of the referral',
    acted_at: 'UTC',
  },
  create: `
CREATE TABLE "operator_action" (
  "number" bigserial PRIMARY KEY,
  "action" ${TEXT} NOT NULL
    ${oneOf('action', ['ban', 'unban', 'revoke', 'unrevoke'])},
  "subject" ${TEXT} NOT NULL,
  "why" ${TEXT} NOT NULL
    ${text('why')},
  "acted_at" ${TEXT} NOT NULL
    ${time('acted_at')},
  ${isWallet('operator_action', 'subject')}
)`,
  indexes: ['CREATE INDEX "operator_action_by_subject" ON operator_action (subject, number)'],
  triggers: [
    ...trigger(
      'operator_action_possible',
      'BEFORE INSERT ON operator_action FOR EACH ROW',
      POSSIBLE,
    ),
    ...refuse('operator_action_kept', 'DELETE OR UPDATE ON operator_action FOR EACH ROW', [
      ['true', 'what the operator did stays written: take it back by another row'],
    ]),
    ...trigger(
      'operator_action_carried_out',
      'AFTER INSERT ON operator_action FOR EACH ROW',
      CARRIED_OUT,
    ),
  ],
};
