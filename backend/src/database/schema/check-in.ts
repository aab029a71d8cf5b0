import { POINTS_PER_CHECK_IN } from '../../game.js';
import { lockWallet } from './locks.js';
import { NEW_ENTRY } from './points-entry.js';
import { isDay, isWallet, rule, TEXT, time } from './rules.js';
import { statements, table } from './table.js';
import { after, kept, OF_NO_WALLET, refuse } from './triggers.js';

export const CHECK_IN = statements(
  table('check_in', 'A day on which a wallet was here with a proven session.')`
  "wallet" ${TEXT} NOT NULL,
  "day" ${TEXT} NOT NULL -- UTC
    ${isDay('day')},
  ${time('checked_in_at', 'UTC; the first visit of the day')},
  ${rule('checked_in_at must be on the day', 'substr(checked_in_at, 1, 10) = day')},
  ${isWallet('check_in', 'wallet')},
  PRIMARY KEY ("wallet", "day")`,
  after('check_in_rewarded', 'INSERT ON check_in')`
  ${NEW_ENTRY}
  SELECT address, 'check-in', NEW.day, ${POINTS_PER_CHECK_IN}, points + ${POINTS_PER_CHECK_IN}, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;`,
  refuse('check_in_possible', 'INSERT ON check_in', lockWallet('NEW.wallet'))`${OF_NO_WALLET}
    WHEN EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet AND banned_at IS NOT NULL)
    THEN RAISE(ABORT, 'the wallet is banned: its days count for nothing')
    WHEN EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.day)
    THEN RAISE(ABORT, 'the wallet has checked in on this day')`,
  kept('check_in', 'a check-in stays: the ledger has its points'),
);
