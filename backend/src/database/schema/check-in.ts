import { POINTS_PER_CHECK_IN } from '../../game.js';
import { isDay, isWallet, rule, TEXT, time } from './rules.js';
import type { Table } from './table.js';
import { sql } from './table.js';
import {
  kept,
  NOT_A_WALLET,
  postgresRefusals,
  postgresTrigger,
  sqliteRefusal,
  sqliteTrigger,
} from './triggers.js';

const SENTENCES = {
  wallet: 'the wallet must be in wallet',
  banned: 'the wallet is banned: its days count for nothing',
};

/** PostgreSQL: the row of the wallet is locked from here on, so that its ban and its points stand still. */
const SOUND = `
DECLARE
  wallet_banned_at varchar;
BEGIN
  SELECT banned_at INTO wallet_banned_at FROM wallet WHERE address = NEW.wallet FOR NO KEY UPDATE;
${postgresRefusals([
  ['NOT FOUND', SENTENCES.wallet],
  ['wallet_banned_at IS NOT NULL', SENTENCES.banned],
])}
  RETURN NEW;
END`;

const REWARD = `
  INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)
  SELECT address, 'check-in', NEW.day, ${POINTS_PER_CHECK_IN}, points + ${POINTS_PER_CHECK_IN}, NEW.checked_in_at
  FROM wallet WHERE address = NEW.wallet;`;

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
  refusals: [kept('check_in', 'a check-in stays: the ledger has its points')],
  triggers: {
    sqlite: [
      sqliteRefusal(
        'check_in_orphans_refused',
        'INSERT ON check_in',
        NOT_A_WALLET,
        SENTENCES.wallet,
      ),
      sqliteRefusal(
        'check_in_of_the_banned_refused',
        'INSERT ON check_in',
        'EXISTS (SELECT 1 FROM wallet WHERE address = NEW.wallet AND banned_at IS NOT NULL)',
        SENTENCES.banned,
      ),
      sqliteRefusal(
        'check_in_not_replaced',
        'INSERT ON check_in',
        'EXISTS (SELECT 1 FROM check_in WHERE wallet = NEW.wallet AND day = NEW.day)',
        'the wallet has checked in on this day',
      ),
      sqliteTrigger('check_in_rewarded', 'INSERT ON check_in', null, REWARD),
    ],
    postgres: [
      ...postgresTrigger('check_in_sound', 'BEFORE INSERT ON check_in FOR EACH ROW', SOUND),
      ...postgresTrigger(
        'check_in_rewarded',
        'AFTER INSERT ON check_in FOR EACH ROW',
        `BEGIN${REWARD}
  RETURN NULL;
END`,
      ),
    ],
  },
  isKept: true,
};
