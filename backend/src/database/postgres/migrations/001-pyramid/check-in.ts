import { day, isWallet, rule, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { refuse, refusals, trigger } from './triggers.js';

/** The row of the wallet is locked from here on, so that its ban and its points stand still. */
const SOUND = `
DECLARE
  wallet_banned_at varchar;
BEGIN
  SELECT banned_at INTO wallet_banned_at FROM wallet WHERE address = NEW.wallet FOR NO KEY UPDATE;
${refusals([
  ['NOT FOUND', 'the wallet must be in wallet'],
  ['wallet_banned_at IS NOT NULL', 'the wallet is banned: its days count for nothing'],
])}
  RETURN NEW;
END`;

const REWARDED = `
BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'check-in', NEW.day, 100, points + 100, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;
  RETURN NULL;
END`;

export const CHECK_IN: Table = {
  name: 'check_in',
  comment: 'A day on which a wallet was here with a proven session.',
  columns: { day: 'UTC', checked_in_at: 'UTC; the first visit of the day' },
  create: `
CREATE TABLE "check_in" (
  "wallet" ${TEXT} NOT NULL,
  "day" ${TEXT} NOT NULL
    ${day('day')},
  "checked_in_at" ${TEXT} NOT NULL
    ${time('checked_in_at')},
  ${rule('checked_in_at must be on the day', 'left(checked_in_at, 10) = day')},
  ${isWallet('check_in', 'wallet')},
  PRIMARY KEY ("wallet", "day")
)`,
  indexes: [],
  triggers: [
    ...trigger('check_in_sound', 'BEFORE INSERT ON check_in FOR EACH ROW', SOUND),
    ...refuse('check_in_kept', 'DELETE OR UPDATE ON check_in FOR EACH ROW', [
      ['true', 'a check-in stays: the ledger has its points'],
    ]),
    ...trigger('check_in_rewarded', 'AFTER INSERT ON check_in FOR EACH ROW', REWARDED),
  ],
};
