import { LATEST_OF_RECRUIT } from './points-entry.js';
import { FACTS } from './referral.js';
import { isWallet, oneOf, refuse, refuseAll, rule, text, time } from './rules.js';
import type { Table } from './table.js';

/** What makes an action impossible, and the sentence that says so. */
const IMPOSSIBLE = [
  [
    'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject)',
    'the subject must be in wallet',
  ],
  [
    `NEW.action = 'ban' AND EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject AND banned_at IS NOT NULL)`,
    'the wallet is banned already',
  ],
  [
    `NEW.action = 'unban' AND EXISTS (SELECT 1 FROM wallet WHERE address = NEW.subject AND banned_at IS NULL)`,
    'the wallet is not banned',
  ],
  [
    `NEW.action = 'revoke' AND NOT EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.subject)`,
    'the recruit has no referral that counts',
  ],
  [
    `NEW.action = 'unrevoke' AND NOT EXISTS (SELECT 1 FROM revoked_referral WHERE recruit = NEW.subject)`,
    'the recruit has no revoked referral',
  ],
] as const;

const carriedOut = (action: string, statements: string): string => `
CREATE TRIGGER "operator_action_${action}" AFTER INSERT ON operator_action WHEN NEW.action = '${action}' BEGIN${statements}
END`;

const NEW_ENTRY = 'INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)';

/** Takes back the latest entry of the recruit, if it is one that gave or took points, as told. */
const reversed = (sign: '<' | '>'): string => `
  ${NEW_ENTRY}
  SELECT address, 'reversal', number, -latest.points, wallet.points - latest.points, NEW.acted_at
  FROM (${LATEST_OF_RECRUIT('NEW.subject')}) AS latest
  JOIN wallet ON address = latest.wallet WHERE latest.points ${sign} 0;`;

export const OPERATOR_ACTION: Table = {
  name: 'operator_action',
  create: `
CREATE TABLE "operator_action" (
  -- What the operator did, and why. A row added here does it: bans, revoked referrals and points follow by triggers.
  -- Nothing is changed or removed.
  "number" integer PRIMARY KEY AUTOINCREMENT NOT NULL -- 1 came first
    ${rule('number must be above 0', 'number > 0')},
  "action" varchar NOT NULL
    ${oneOf('action', ['ban', 'unban', 'revoke', 'unrevoke'])},
  "subject" varchar NOT NULL, -- ban, unban: the wallet; revoke, unrevoke: the recruit of the referral
  "why" varchar NOT NULL
    ${text('why')},
  "acted_at" varchar NOT NULL
    ${time('acted_at')},
  ${isWallet('operator_action', 'subject')}
)`,
  kept: null,
  indexes: ['CREATE INDEX "operator_action_by_subject" ON operator_action (subject, number)'],
  triggers: [
    ...IMPOSSIBLE.map(([when, sentence], index) =>
      refuse(`operator_action_possible_${index + 1}`, 'INSERT ON operator_action', when, sentence),
    ),
    refuse(
      'operator_action_numbered_in_order',
      'INSERT ON operator_action',
      'NEW.number <= (SELECT max(number) FROM operator_action) AND NEW.number <> -1',
      'number is given: leave it out',
    ),
    ...refuseAll(
      'operator_action_kept',
      ['DELETE ON operator_action', 'UPDATE ON operator_action'],
      'true',
      'what the operator did stays written: take it back by another row',
    ),
    carriedOut(
      'ban',
      `
  UPDATE wallet SET banned_at = NEW.acted_at WHERE address = NEW.subject;
  ${NEW_ENTRY}
  SELECT address, 'ban', NEW.number, -points, 0, NEW.acted_at FROM wallet WHERE address = NEW.subject;`,
    ),
    carriedOut(
      'unban',
      `
  UPDATE wallet SET banned_at = NULL WHERE address = NEW.subject;
  ${NEW_ENTRY}
  SELECT address, 'unban', NEW.number, -taken, points - taken, NEW.acted_at
  FROM wallet, (
    SELECT points AS taken FROM points_entry
    WHERE wallet = NEW.subject AND cause = 'ban' ORDER BY number DESC LIMIT 1)
  WHERE address = NEW.subject;`,
    ),
    carriedOut(
      'revoke',
      `
  INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number)
  SELECT ${FACTS}, NEW.acted_at, NEW.number FROM referral WHERE recruit = NEW.subject;
  DELETE FROM referral WHERE recruit = NEW.subject;${reversed('>')}`,
    ),
    carriedOut(
      'unrevoke',
      `
  INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral WHERE recruit = NEW.subject;
  DELETE FROM revoked_referral WHERE recruit = NEW.subject;${reversed('<')}`,
    ),
  ],
};
