import { day, isWallet, refuse, refuseAll, rule, time } from './rules.js';
import type { Table } from './table.js';

export const CHECK_IN: Table = {
  name: 'check_in',
  create: `
CREATE TABLE "check_in" (
  "wallet" varchar NOT NULL,
  "day" varchar NOT NULL -- UTC
    ${day('day')},
  "checked_in_at" varchar NOT NULL -- the first visit of the day
    ${time('checked_in_at')},
  ${rule('checked_in_at must be on the day', 'substr(checked_in_at, 1, 10) = day')},
  ${isWallet('check_in', 'wallet')},
  PRIMARY KEY ("wallet", "day")
)`,
  kept: 'wallet, day, checked_in_at',
  indexes: [],
  triggers: [
    refuse(
      'check_in_strangers_refused',
      'INSERT ON check_in',
      'NOT EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet)',
      'the wallet must be in wallet',
    ),
    refuse(
      'check_in_of_the_banned_refused',
      'INSERT ON check_in',
      'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet AND banned_at IS NOT NULL)',
      'the wallet is banned: its days count for nothing',
    ),
    refuse(
      'check_in_not_replaced',
      'INSERT ON check_in',
      'EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.day)',
      'the wallet has checked in on this day',
    ),
    ...refuseAll(
      'check_in_kept',
      ['DELETE ON check_in', 'UPDATE ON check_in'],
      'true',
      'a check-in stays: the ledger has its points',
    ),
    `
CREATE TRIGGER "check_in_rewarded" AFTER INSERT ON check_in BEGIN
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'check-in', NEW.day, 100, points + 100, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;
END`,
  ],
};
