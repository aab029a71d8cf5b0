import { POINTS_PER_CHECK_IN } from '../../game.js';
import { lockWallet } from './locks.js';
import { NEW_ENTRY } from './points-entry.js';
import { isDay, isWallet, rule, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import { kept, ofKnownWallet } from './triggers.js';

export const CHECK_IN: Table = {
  name: 'check_in',
  comment: 'A day on which a wallet was here with a proven session.',
  definition: sql`
  "wallet" ${TEXT} NOT NULL,
  "day" ${TEXT} NOT NULL -- UTC
    ${isDay('day')},
  ${time('checked_in_at', 'UTC; the first visit of the day')},
  ${rule('checked_in_at must be on the day', 'substr(checked_in_at, 1, 10) = day')},
  ${isWallet('check_in', 'wallet')},
  PRIMARY KEY ("wallet", "day")`,
  refusals: [
    ofKnownWallet('check_in'),
    {
      name: 'check_in_of_the_banned_refused',
      events: ['INSERT'],
      when: 'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet AND banned_at IS NOT NULL)',
      sentence: 'the wallet is banned: its days count for nothing',
    },
    {
      name: 'check_in_not_replaced',
      events: ['INSERT'],
      when: 'EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.day)',
      sentence: 'the wallet has checked in on this day',
    },
    kept('check_in', 'a check-in stays: the ledger has its points'),
  ],
  lock: lockWallet('NEW.wallet'),
  effects: [
    {
      name: 'check_in_rewarded',
      event: 'INSERT',
      statements: `
  ${NEW_ENTRY}
  SELECT address, 'check-in', NEW.day, ${POINTS_PER_CHECK_IN}, points + ${POINTS_PER_CHECK_IN}, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;`,
    },
  ],
  isKept: true,
};
