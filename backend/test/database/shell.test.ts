import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { complaintAbout } from './complaint.js';
import { openShell } from '../support/shell.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-21T13:00:00.000Z';
/** After a row with it, none gets a number any more. */
const LARGEST = '9223372036854775807';
const A_TIME = `a time like ${NOW}`;
const A_TIME_OR_NOTHING = `empty or like ${NOW}`;

const [top = '', first = '', second = '', rumour = ''] = ['top', 'first', 'second', 'rumour'].map(
  wallet,
);
const [banned, gone, bystander, nobody] = ['banned', 'gone', 'bystander', 'nobody'].map(wallet);
const refuser = wallet('refuser');
const FRESH = 'f'.repeat(22);
const USED = 'u'.repeat(22);
const OPEN = 'a'.repeat(64);
const REVOKED = 'b'.repeat(64);

const CHALLENGE = `'${'c'.repeat(64)}', '${NOW}', '${LATER}'`;
const FACTS = 'recruit, referrer, status, claimed_at, proven_at, message, signature, proof_number';
const NEW_REFERRAL = 'INSERT INTO referral (recruit, referrer, status, claimed_at)';
const NEW_ENTRY = 'INSERT INTO points_entry (wallet, cause, reference, points, total, recorded_at)';
const NEW_ACTION = 'INSERT INTO operator_action (action, subject, why, acted_at)';
const NEW_SESSION =
  'INSERT INTO session (token_hash, wallet, created_at, expires_at, message, signature)';

/** As much of a signed text as the database reads. */
const SIGNED = `signed\nIssued At: ${NOW}`;

const proven = (recruit = '', referrer = ''): string =>
  `INSERT INTO referral (recruit, referrer, status, claimed_at, proven_at, message, signature)
   VALUES ('${recruit}', '${referrer}', 'proven', '${NOW}', '${NOW}', '${SIGNED}', 's')`;

const ended = (recruit: string, reason: string, at = NOW): string =>
  `INSERT INTO ended_claim (recruit, referrer, claimed_at, reason, ended_at)
   VALUES ('${recruit}', '${top}', '${NOW}', '${reason}', '${at}')`;

/** A little of everything, so that there is something to spoil. */
const CONTENTS = [
  `INSERT INTO wallet (address, joined_at)
   VALUES ${[top, first, second, rumour, banned, gone, bystander, refuser].map((each) => `('${each}', '${NOW}')`).join()}`,
  proven(first, top),
  proven(second, first),
  proven(gone, top),
  `${NEW_REFERRAL} VALUES ('${rumour}', '${top}', 'claimed', '${NOW}')`,
  `${NEW_REFERRAL} VALUES ('${refuser}', '${top}', 'claimed', '${NOW}')`,
  ended(refuser, 'declined'),
  `INSERT INTO check_in VALUES ('${top}', '2026-11-21', '${NOW}')`,
  `${NEW_ACTION} VALUES ('ban', '${banned}', 'bought recruits', '${NOW}')`,
  `${NEW_ACTION} VALUES ('revoke', '${gone}', 'a wallet of its own', '${NOW}')`,
  `INSERT INTO sign_in_challenge VALUES ('${FRESH}', ${CHALLENGE}, NULL, '{}')`,
  `INSERT INTO sign_in_challenge VALUES ('${USED}', ${CHALLENGE}, '${NOW}', '{}')`,
  `${NEW_SESSION} VALUES ('${OPEN}', '${top}', '${NOW}', '${LATER}', 'm', 's')`,
  `${NEW_SESSION} VALUES ('${REVOKED}', '${top}', '${NOW}', '${LATER}', 'm', 's')`,
  `UPDATE session SET revoked_at = '${NOW}' WHERE token_hash = '${REVOKED}'`,
];

/** What is typed, and the sentence that it is refused with, by table. */
type Refusals = [typed: string, sentence: string][];

/** What only one of the databases knows how to type. */
const on = (kind: typeof databaseKind, rows: Refusals): Refusals =>
  kind === databaseKind ? rows : [];

/** What is typed where a trigger is gone that would have a word before. */
const without = (table: string, trigger: string): string =>
  ({ sqlite: `DROP TRIGGER ${trigger};\n`, postgres: `DROP TRIGGER ${trigger} ON ${table};\n` })[
    databaseKind
  ];

const WITH_NOTHING =
  'a wallet starts with nothing: recruits follow from referral, points from points_entry, bans from operator_action';

/** Of a day that no month has, PostgreSQL itself says so before a rule can. */
const OUT_OF_RANGE = 'date/time field value out of range';

const WALLET: Refusals = [
  [
    `${without('wallet', 'wallet_keeps_its_number')}UPDATE wallet SET joined_number = 0 WHERE address = '${top}'`,
    'joined_number must be a whole number from 1 to 4294967295',
  ],
  ...on(
    'sqlite',
    [`'${nobody}', '${NOW}', 1`, `'${nobody}', '${NOW}', 4294967295`].map((values) => [
      `INSERT OR REPLACE INTO wallet (address, joined_at, joined_number) VALUES (${values})`,
      'joined_number is given: leave it out',
    ]),
  ),
  [
    'UPDATE wallet SET joined_number = joined_number + 100',
    'a wallet keeps its joined_number: it says who came first',
  ],
  ...on('sqlite', [
    [
      `UPDATE OR REPLACE wallet SET joined_number = 1 WHERE address = '${bystander}'`,
      'a wallet keeps its joined_number: it says who came first',
    ],
    [
      `UPDATE OR REPLACE wallet SET address = '${top}' WHERE address = '${bystander}'`,
      'the address is in wallet already',
    ],
    [
      `INSERT INTO wallet (address, joined_at) VALUES (CAST('${nobody}' AS blob), '${NOW}')`,
      'address must be a Solana address: 32 to 44 characters of base58',
    ],
  ]),
  [
    `INSERT INTO wallet (address, joined_at) VALUES ('${'0'.repeat(40)}', '${NOW}')`,
    'address must be a Solana address: 32 to 44 characters of base58',
  ],
  [`UPDATE wallet SET joined_at = 'today'`, `joined_at must be ${A_TIME}`],
  [`UPDATE wallet SET joined_at = 'now'`, `joined_at must be ${A_TIME}`],
  [`UPDATE wallet SET joined_at = 1795262400`, `joined_at must be ${A_TIME}`],
  [
    `UPDATE wallet SET joined_at = '2026-11-31T12:00:00.000Z'`,
    { sqlite: `joined_at must be ${A_TIME}`, postgres: OUT_OF_RANGE }[databaseKind],
  ],
  ...on('sqlite', [
    [
      `${without('wallet', 'wallet_possible')}INSERT INTO wallet (address, joined_at, direct_recruits) VALUES ('${nobody}', '${NOW}', 0.5)`,
      'direct_recruits must be a whole number from 0 to 2147483647',
    ],
    [
      `INSERT INTO wallet (address, joined_at, proven_recruits) VALUES ('${nobody}', '${NOW}', 1)`,
      'proven_recruits must be from 0 to direct_recruits',
    ],
    [
      `${without('wallet', 'wallet_possible')}INSERT INTO wallet (address, joined_at, points) VALUES ('${nobody}', '${NOW}', 'many')`,
      'points must be a whole number from -2147483648 to 2147483647',
    ],
    [
      `${without('wallet', 'wallet_possible')}INSERT INTO wallet (address, joined_at, banned_at) VALUES ('${nobody}', '${NOW}', 'yes')`,
      `banned_at must be ${A_TIME_OR_NOTHING}`,
    ],
    ...[top, gone].map((each): [string, string] => [
      `INSERT OR REPLACE INTO wallet (address, joined_at) VALUES ('${each}', '${NOW}')`,
      'the address is in wallet already',
    ]),
  ]),
  ...on('postgres', [
    [
      `${without('wallet', 'wallet_totals_follow_the_referrals')}UPDATE wallet SET direct_recruits = -1, proven_recruits = -1`,
      'direct_recruits must be a whole number from 0 to 2147483647',
    ],
    [
      `INSERT INTO wallet (address, joined_at, proven_recruits) VALUES ('${nobody}', '${NOW}', 1)`,
      'proven_recruits must be from 0 to direct_recruits',
    ],
    [
      `${without('wallet', 'wallet_ban_follows_the_operator')}UPDATE wallet SET banned_at = 'yes'`,
      `banned_at must be ${A_TIME_OR_NOTHING}`,
    ],
  ]),
  ...[
    `points) VALUES ('${nobody}', '${NOW}', 5)`,
    `banned_at) VALUES ('${nobody}', '${NOW}', '${NOW}')`,
  ].map((rest): [string, string] => [
    `INSERT INTO wallet (address, joined_at, ${rest}`,
    WITH_NOTHING,
  ]),
  ...[
    'UPDATE wallet SET direct_recruits = 99',
    `UPDATE wallet SET proven_recruits = 0 WHERE address = '${top}'`,
  ].map((typed): [string, string] => [typed, 'recruits are counted from referral: change that']),
  ['UPDATE wallet SET points = points + 1', 'points follow from points_entry: add an entry there'],
  ['UPDATE wallet SET points = 0', 'points follow from points_entry: add an entry there'],
  ...[
    `UPDATE wallet SET banned_at = '${NOW}' WHERE address = '${top}'`,
    'UPDATE wallet SET banned_at = NULL',
  ].map((typed): [string, string] => [typed, 'bans follow from operator_action: add a row there']),
  ...[
    'DELETE FROM wallet',
    `DELETE FROM wallet WHERE address = '${banned}'`,
    `UPDATE wallet SET address = '${nobody}' WHERE address = '${rumour}'`,
  ].map((typed): [string, string] => [
    typed,
    'the wallet has referrals, points, sessions or bans: it stays',
  ]),
];

const ofClaim = (change: string): string =>
  `UPDATE referral SET ${change} WHERE recruit = '${rumour}'`;

const REFERRAL: Refusals = [
  [ofClaim("status = 'rumoured'"), 'status must be one of: claimed, proven'],
  [ofClaim("claimed_at = 'yesterday'"), `claimed_at must be ${A_TIME}`],
  [
    `INSERT INTO referral (recruit, referrer, status, claimed_at, proven_at, message, signature)
     VALUES ('${bystander}', '${top}', 'proven', '${NOW}', 'yesterday', 'm', 's')`,
    `proven_at must be ${A_TIME_OR_NOTHING}`,
  ],
  [ofClaim('proof_number = 7'), 'proof_number must be above 0, of a proven referral'],
  [ofClaim('referrer = recruit'), 'a wallet must not recruit itself'],
  ...["status = 'proven'", "signature = 's'", `status = 'proven', proven_at = '${NOW}'`].map(
    (change): [string, string] => [
      ofClaim(change),
      'proven, and only then: proven_at, a message, a signature',
    ],
  ),
  [ofClaim(`referrer = '${nobody}'`), 'both wallets of a referral must be in wallet'],
  [
    `${NEW_REFERRAL} VALUES ('${nobody}', '${top}', 'claimed', '${NOW}')`,
    'both wallets of a referral must be in wallet',
  ],
  ...on(
    'sqlite',
    [
      `INSERT OR REPLACE INTO referral (recruit, referrer, status, claimed_at) VALUES ('${first}', '${bystander}', 'claimed', '${NOW}')`,
      `UPDATE OR REPLACE referral SET recruit = '${first}' WHERE recruit = '${rumour}'`,
    ].map((typed) => [typed, 'the recruit has a referrer already']),
  ),
  ...[
    `${NEW_REFERRAL} VALUES ('${gone}', '${bystander}', 'claimed', '${NOW}')`,
    `INSERT INTO referral (${FACTS}) SELECT ${FACTS} FROM revoked_referral`,
    ofClaim(`recruit = '${gone}'`),
  ].map((typed): [string, string] => [
    typed,
    'the referral of the recruit was revoked: unrevoke it by a row in operator_action',
  ]),
  [
    `${NEW_REFERRAL} VALUES ('${bystander}', '${banned}', 'claimed', '${NOW}')`,
    'the referrer is banned',
  ],
  [ofClaim(`referrer = '${banned}'`), 'the referrer is banned'],
  [
    `INSERT INTO referral (${FACTS}) VALUES ('${bystander}', '${top}', 'proven', '${NOW}', '${NOW}', 'm', 's', 99)`,
    'proof_number is given when the referral is proven: leave it out',
  ],
  ...[
    `INSERT INTO referral (recruit, referrer, status, claimed_at, recruit_number) VALUES ('${bystander}', '${top}', 'claimed', '${NOW}', 1)`,
    ofClaim('recruit_number = recruit_number + 100'),
    ofClaim(`recruit = '${bystander}', recruit_number = 1`),
  ].map((typed): [string, string] => [
    typed,
    'recruit_number is the joined_number of the recruit: leave it out',
  ]),
  [
    'DELETE FROM referral',
    'a proven referral is final, and the ledger has its points: revoke it by a row in operator_action',
  ],
  ...[
    `referrer = '${bystander}'`,
    `recruit = '${bystander}'`,
    `recruit = '${bystander}', recruit_number = (SELECT joined_number FROM wallet WHERE address = '${bystander}')`,
    "message = 'other'",
    "status = 'claimed', proven_at = NULL, message = NULL, signature = NULL, proof_number = NULL",
    'proof_number = proof_number + 10',
  ].map((change): [string, string] => [
    `UPDATE referral SET ${change} WHERE recruit = '${first}'`,
    'a proven referral is final, and the ledger has its points',
  ]),
  // In the transaction that proves it, too.
  ...[
    `UPDATE referral SET referrer = '${first}'`,
    "UPDATE referral SET message = 'other'",
    'DELETE FROM referral',
  ].map((typed): [string, string] => [
    `${proven(bystander, top)};\n${typed} WHERE recruit = '${bystander}'`,
    'a proven referral is final, and the ledger has its points',
  ]),
  [
    `${NEW_REFERRAL} VALUES ('${top}', '${second}', 'claimed', '${NOW}')`,
    'the recruit stands above the referrer: a pyramid must not loop',
  ],
  [
    `UPDATE referral SET recruit = '${top}', referrer = '${second}' WHERE recruit = '${rumour}'`,
    'the recruit stands above the referrer: a pyramid must not loop',
  ],
];

const REVOKED_REFERRAL: Refusals = [
  [
    `INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number) SELECT ${FACTS}, '${NOW}', 1 FROM referral WHERE recruit = '${first}'`,
    'referrals are revoked by a row in operator_action',
  ],
  [
    `${without('revoked_referral', 'revoked_referral_made_by_the_operator')}INSERT INTO revoked_referral (${FACTS}, revoked_at, action_number) SELECT ${FACTS}, 'today', 1 FROM referral WHERE recruit = '${first}'`,
    `revoked_at must be ${A_TIME}`,
  ],
  [`UPDATE revoked_referral SET referrer = '${bystander}'`, 'a revoked referral stays as it is'],
  ['DELETE FROM revoked_referral', 'referrals are unrevoked by a row in operator_action'],
];

/** What an entry must be even where nobody asks for its cause. */
const entryAlone = (values: string): string =>
  `${without('points_entry', 'points_entry_possible')}${NEW_ENTRY} VALUES ('${bystander}', ${values})`;

const POINTS_ENTRY: Refusals = [
  ...on('sqlite', [
    [
      `INSERT INTO points_entry SELECT ${LARGEST}, wallet, 'reversal', number, -100, 900, '${NOW}' FROM points_entry WHERE cause = 'check-in'`,
      'number is given: leave it out',
    ],
    [
      `INSERT INTO points_entry VALUES (-5, '${bystander}', 'check-in', '2026-11-21', 100, 100, '${NOW}')`,
      'number is given: leave it out',
    ],
    [
      `DROP TRIGGER points_entry_possible;\nINSERT INTO points_entry VALUES (-5, '${bystander}', 'check-in', '2026-11-21', 100, 100, '${NOW}')`,
      'number must be above 0',
    ],
    ...[
      `INSERT OR REPLACE INTO points_entry SELECT number, wallet, cause, reference, points, total + points, recorded_at FROM points_entry ORDER BY number DESC LIMIT 1`,
      `${NEW_ENTRY} VALUES ('${bystander}', 'recruit', '${first}', 1000, 1000, '${NOW}')`,
    ].map((typed): [string, string] => [typed, 'the ledger has this entry already']),
  ]),
  ...on('postgres', [
    [
      `INSERT INTO points_entry SELECT 0, wallet, 'reversal', number, -100, 900, '${NOW}' FROM points_entry WHERE cause = 'check-in'`,
      'number is given: leave it out',
    ],
  ]),
  [
    entryAlone(`'gift', 'a friend', 100, 100, '${NOW}'`),
    'cause must be one of: recruit, check-in, reversal, ban, unban',
  ],
  ...[
    `'recruit', '${nobody}', 5, 5, '${NOW}'`,
    `'check-in', '2026-11-21', 1000, 1000, '${NOW}'`,
  ].map((values): [string, string] => [
    entryAlone(values),
    'points: 1000 a recruit, 100 a check-in, not 0 a reversal',
  ]),
  [entryAlone(`'ban', '99', 5, 5, '${NOW}'`), 'total must be 0 after a ban'],
  [entryAlone(`'check-in', '2026-11-21', 100, 100, 'today'`), `recorded_at must be ${A_TIME}`],
  [
    `${NEW_ENTRY} SELECT e.wallet, cause, reference, 1000, w.points + 1000, recorded_at FROM points_entry AS e JOIN wallet AS w ON address = wallet WHERE reference = '${first}'`,
    'the ledger has this entry already',
  ],
  ...[
    `'recruit', '${bystander}', 1000, 1000, '${NOW}'`,
    `'check-in', '2026-11-20', 100, 100, '${NOW}'`,
    `'reversal', '1', -1000, -1000, '${NOW}'`,
    `'ban', '2', 0, 0, '${NOW}'`,
    `'unban', '1', 500, 500, '${NOW}'`,
  ].map((values): [string, string] => [
    `${NEW_ENTRY} VALUES ('${bystander}', ${values})`,
    'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back',
  ]),
  [
    `${NEW_ENTRY} SELECT wallet, 'reversal', number, -200, 900, '${NOW}' FROM points_entry WHERE cause = 'check-in'`,
    'points need a proven recruit, a check-in, a row in operator_action, or an entry of the same wallet to take back',
  ],
  ...[`'recruit' AND reference = '${first}'`, `'reversal'`].map((cause): [string, string] => [
    `${NEW_ENTRY} SELECT wallet, 'reversal', e.number, -e.points, w.points - e.points, '${NOW}' FROM points_entry AS e JOIN wallet AS w ON address = wallet WHERE cause = ${cause}`,
    'points of a recruit go with its referral: revoke it by a row in operator_action',
  ]),
  [
    `${NEW_ENTRY} SELECT wallet, 'reversal', number, -points, total, '${NOW}' FROM points_entry WHERE cause = 'check-in'`,
    'total must be the points of the wallet after this entry',
  ],
  ['DELETE FROM points_entry', 'the ledger only grows: take an entry back by a reversal'],
  [
    `UPDATE points_entry SET recorded_at = '${LATER}'`,
    'the ledger only grows: take an entry back by a reversal',
  ],
];

const ENDED_CLAIM: Refusals = [
  ...on('sqlite', [
    [
      `INSERT INTO ended_claim VALUES (-5, '${rumour}', '${top}', '${NOW}', 'expired', '${NOW}')`,
      'number is given: leave it out',
    ],
    [
      `DROP TRIGGER ended_claim_possible;\nINSERT INTO ended_claim VALUES (-5, '${rumour}', '${top}', '${NOW}', 'expired', '${NOW}')`,
      'number must be above 0',
    ],
  ]),
  ...on('postgres', [
    [
      `INSERT INTO ended_claim VALUES (0, '${refuser}', '${top}', '${NOW}', 'expired', '${NOW}')`,
      'number is given: leave it out',
    ],
  ]),
  [ended(rumour, 'forgotten'), 'reason must be one of: expired, declined, displaced'],
  [ended(rumour, 'expired', 'now'), `ended_at must be ${A_TIME}`],
  [
    `UPDATE referral SET claimed_at = '${LATER}' WHERE recruit = '${rumour}';\n${ended(rumour, 'expired')}`,
    'only a claim that is in referral can end',
  ],
  [ended(first, 'expired'), 'only a claim that is in referral can end'],
  [
    "UPDATE ended_claim SET reason = 'expired'",
    'a claim that has ended stays written: it can be made again',
  ],
  ['DELETE FROM ended_claim', 'a claim that has ended stays written: it can be made again'],
  [
    `${NEW_REFERRAL} VALUES ('${refuser}', '${first}', 'claimed', '${NOW}')`,
    'the recruit has declined to be claimed: only its own proof counts',
  ],
];

const CHECK_IN: Refusals = [
  [
    `INSERT INTO check_in VALUES ('${top}', '2026-02-30', '2026-02-30T12:00:00.000Z')`,
    { sqlite: 'day must be a day such as 2026-11-21', postgres: OUT_OF_RANGE }[databaseKind],
  ],
  [
    {
      sqlite: '',
      postgres: 'ALTER TABLE check_in DROP CONSTRAINT "checked_in_at must be on the day";\n',
    }[databaseKind] + `INSERT INTO check_in VALUES ('${top}', 'Monday', '${NOW}')`,
    'day must be a day such as 2026-11-21',
  ],
  [
    `INSERT INTO check_in VALUES ('${top}', '2026-11-22', 'noon')`,
    `checked_in_at must be ${A_TIME}`,
  ],
  [
    `INSERT INTO check_in VALUES ('${top}', '2026-11-22', '${NOW}')`,
    'checked_in_at must be on the day',
  ],
  [
    `INSERT INTO check_in VALUES ('${nobody}', '2026-11-21', '${NOW}')`,
    'the wallet must be in wallet',
  ],
  [
    `INSERT INTO check_in VALUES ('${banned}', '2026-11-21', '${NOW}')`,
    'the wallet is banned: its days count for nothing',
  ],
  ...['INSERT', ...(databaseKind === 'sqlite' ? ['INSERT OR REPLACE'] : [])].map(
    (insert): [string, string] => [
      `${insert} INTO check_in VALUES ('${top}', '2026-11-21', '${NOW}')`,
      'the wallet has checked in on this day',
    ],
  ),
  ['DELETE FROM check_in', 'a check-in stays: the ledger has its points'],
  ["UPDATE check_in SET day = '2026-11-22'", 'a check-in stays: the ledger has its points'],
];

/** What a hand types that suspends the triggers. */
const SUSPENDED = {
  sqlite: "INSERT INTO trigger_suspension VALUES ('rank_count');\n",
  postgres: "SELECT set_config('pyramidion.triggers_suspended', 'on', true);\n",
}[databaseKind];

const RANK_COUNT: Refusals = [
  ...[
    'UPDATE rank_count SET wallets = 5',
    'DELETE FROM rank_count',
    `INSERT INTO rank_count VALUES ('', 4, 'FFFF', 1)`,
  ].map((typed): [string, string] => [
    typed,
    'rank_count is counted from wallet and week_total: change those',
  ]),
  ...on('sqlite', [
    [
      "INSERT INTO trigger_suspension VALUES ('fun')",
      'derived must be one of: totals, week_total, rank_count',
    ],
    [
      `${SUSPENDED}UPDATE rank_count SET wallets = 0`,
      'wallets must be a whole number from 1 to 4294967295',
    ],
  ]),
  [
    `${SUSPENDED}UPDATE rank_count SET digits = 13`,
    'digits must be one of: 0, 4, 6, 8, 12, 14, 16, 20, 21',
  ],
  [`${SUSPENDED}UPDATE rank_count SET prefix = 'odd'`, 'prefix must have as many digits'],
];

const WEEK_TOTAL: Refusals = [
  ...[
    'UPDATE week_total SET recruits = 5',
    'DELETE FROM week_total',
    "INSERT INTO week_total (week, referrer_number) VALUES ('2026-W47', 1)",
  ].map((typed): [string, string] => [
    typed,
    'the recruits of a week are counted from referral: change that',
  ]),
  [`${SUSPENDED}UPDATE week_total SET week = 'odd'`, 'week must be like 2026-W48'],
  [
    `${SUSPENDED}UPDATE week_total SET recruits = -1`,
    'recruits must be a whole number from 0 to 2147483647',
  ],
];

const OPERATOR_ACTION: Refusals = [
  ...on('sqlite', [
    ...['-5', LARGEST].map((number): [string, string] => [
      `INSERT INTO operator_action VALUES (${number}, 'ban', '${top}', 'why', '${NOW}')`,
      'number is given: leave it out',
    ]),
    [
      `INSERT OR REPLACE INTO operator_action VALUES (2, 'revoke', '${rumour}', 'why', '${NOW}')`,
      'number is given: leave it out',
    ],
    [
      `DROP TRIGGER operator_action_possible;\nINSERT INTO operator_action VALUES (-5, 'ban', '${top}', 'why', '${NOW}')`,
      'number must be above 0',
    ],
  ]),
  ...on('postgres', [
    [
      `INSERT INTO operator_action VALUES (0, 'unban', '${banned}', 'why', '${NOW}')`,
      'number is given: leave it out',
    ],
  ]),
  [
    `${NEW_ACTION} VALUES ('fire', '${top}', 'why', '${NOW}')`,
    'action must be one of: ban, unban, revoke, unrevoke',
  ],
  [`${NEW_ACTION} VALUES ('ban', '${top}', '  ', '${NOW}')`, 'why must be text that is not empty'],
  [`${NEW_ACTION} VALUES ('ban', '${top}', 'why', 'now')`, `acted_at must be ${A_TIME}`],
  [`${NEW_ACTION} VALUES ('ban', '${nobody}', 'why', '${NOW}')`, 'the subject must be in wallet'],
  [`${NEW_ACTION} VALUES ('ban', '${banned}', 'why', '${NOW}')`, 'the wallet is banned already'],
  [`${NEW_ACTION} VALUES ('unban', '${top}', 'why', '${NOW}')`, 'the wallet is not banned'],
  ...[gone, top].map((subject): [string, string] => [
    `${NEW_ACTION} VALUES ('revoke', '${subject}', 'why', '${NOW}')`,
    'the recruit has no referral that counts',
  ]),
  [
    `${NEW_ACTION} VALUES ('unrevoke', '${first}', 'why', '${NOW}')`,
    'the recruit has no revoked referral',
  ],
  [
    `${NEW_REFERRAL} VALUES ('${top}', '${gone}', 'claimed', '${NOW}');\n${NEW_ACTION} VALUES ('unrevoke', '${gone}', 'why', '${NOW}')`,
    'the recruit stands above the referrer: a pyramid must not loop',
  ],
  [
    "UPDATE operator_action SET why = 'other'",
    'what the operator did stays written: take it back by another row',
  ],
  [
    'DELETE FROM operator_action',
    'what the operator did stays written: take it back by another row',
  ],
];

const ofChallenge = (change: string, nonce = FRESH): string =>
  `UPDATE sign_in_challenge SET ${change} WHERE nonce = '${nonce}'`;

const newChallenge = (nonce: string, rest: string, input = '{}'): string =>
  `INSERT INTO sign_in_challenge VALUES ('${nonce}', ${rest}, NULL, '${input}')`;

const N = 'n'.repeat(22);
const HASH = 'c'.repeat(64);

const SIGN_IN_CHALLENGE: Refusals = [
  [newChallenge('short', CHALLENGE), 'nonce must be at least 22 letters and digits'],
  [
    newChallenge(N, `'no hash', '${NOW}', '${LATER}'`),
    'browser_hash must be a SHA-256 in hexadecimal',
  ],
  [newChallenge(N, `'${HASH}', '10:00', '${LATER}'`), `issued_at must be ${A_TIME}`],
  [newChallenge(N, `'${HASH}', '${NOW}', 'later'`), `expires_at must be ${A_TIME}`],
  [
    newChallenge(N, `'${HASH}', '${LATER}', '${NOW}'`),
    'a challenge must expire after it was issued',
  ],
  [ofChallenge("used_at = 'yes'"), `used_at must be ${A_TIME_OR_NOTHING}`],
  [newChallenge(N, CHALLENGE, ''), 'input must be text that is not empty'],
  [ofChallenge('used_at = NULL', USED), 'a used challenge stays as it is'],
  [
    ofChallenge(`expires_at = '2027-01-01T00:00:00.000Z'`),
    'a challenge stays as it was issued: it can only be used',
  ],
];

const newSession = (values: string): string => `${NEW_SESSION} VALUES (${values})`;

const SESSION: Refusals = [
  [
    newSession(`'no hash', '${top}', '${NOW}', '${LATER}', 'm', 's'`),
    'token_hash must be a SHA-256 in hexadecimal',
  ],
  [
    newSession(`'${HASH}', '${top}', '10:00', '${LATER}', 'm', 's'`),
    `created_at must be ${A_TIME}`,
  ],
  [newSession(`'${HASH}', '${top}', '${NOW}', 'later', 'm', 's'`), `expires_at must be ${A_TIME}`],
  [
    newSession(`'${HASH}', '${top}', '${LATER}', '${NOW}', 'm', 's'`),
    'a session must expire after it was created',
  ],
  [
    newSession(`'${HASH}', '${top}', '${NOW}', '${LATER}', '', 's'`),
    'message must be text that is not empty',
  ],
  [
    newSession(`'${HASH}', '${top}', '${NOW}', '${LATER}', 'm', ''`),
    'signature must be text that is not empty',
  ],
  [
    newSession(`'${HASH}', '${nobody}', '${NOW}', '${LATER}', 'm', 's'`),
    'the wallet must be in wallet',
  ],
  [
    `UPDATE session SET revoked_at = 'yes' WHERE token_hash = '${OPEN}'`,
    `revoked_at must be ${A_TIME_OR_NOTHING}`,
  ],
  [
    `UPDATE session SET revoked_at = NULL WHERE token_hash = '${REVOKED}'`,
    'a revoked session stays as it is',
  ],
  [
    `UPDATE session SET wallet = '${bystander}' WHERE token_hash = '${OPEN}'`,
    'a session stays as it was opened: it can only be revoked',
  ],
];

const EMPTYING = on(
  'postgres',
  [
    'wallet',
    'referral',
    'revoked_referral',
    'points_entry',
    'check_in',
    'operator_action',
    'ended_claim',
    'week_total',
    'rank_count',
  ].map((table) => [`TRUNCATE ${table} CASCADE`, `the rows of ${table} stay: it is not emptied`]),
);

const REFUSALS = [
  ...WALLET,
  ...REFERRAL,
  ...REVOKED_REFERRAL,
  ...POINTS_ENTRY,
  ...ENDED_CLAIM,
  ...CHECK_IN,
  ...WEEK_TOTAL,
  ...RANK_COUNT,
  ...OPERATOR_ACTION,
  ...SIGN_IN_CHALLENGE,
  ...SESSION,
  ...EMPTYING,
];

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const shell = await openShell(database.url);
  for (const sql of CONTENTS) await shell.query(sql);
  await shell.destroy();
});

afterAll(async () => {
  await database.remove();
});

/** All that the schema is made of. */
const RULES = {
  sqlite: 'SELECT sql FROM sqlite_master WHERE sql IS NOT NULL',
  postgres: `
SELECT 'CONSTRAINT [' || conname || '] CHECK (' AS sql FROM pg_constraint
WHERE contype = 'c' AND connamespace = CAST('public' AS regnamespace)
UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = CAST('public' AS regnamespace)`,
};

/** The names of the constraints, and what the triggers say. */
async function readSentences(): Promise<string[]> {
  const shell = await openShell(database.url);
  const rows = z.array(z.object({ sql: z.string() })).parse(await shell.query(RULES[databaseKind]));
  await shell.destroy();
  const schema = rows.map(({ sql }) => sql).join('\n');
  return Array.from(
    schema.matchAll(
      /(?:CONSTRAINT \[(?<rule>.+?)\] )?CHECK \(|(?:RAISE\(ABORT, |MESSAGE = |THEN )'(?<raised>[^']+)'(?=[);]|$)/gm,
    ),
    ({ groups }) => groups?.rule ?? groups?.raised ?? 'a rule without a name',
  );
}

describe('whoever types into a shell', () => {
  test.each(REFUSALS)('%s\n    reads: %s', async (typed, sentence) => {
    expect(await complaintAbout(database.url, typed)).toContain(sentence);
  });

  test('has each rule of the schema explained: every one has a name, and is among the above', async () => {
    const sentences = await readSentences();
    const covered = new Set(REFUSALS.map(([, sentence]) => sentence));
    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.filter((sentence) => !covered.has(sentence))).toEqual([]);
  });

  test.each([
    [`UPDATE session SET revoked_at = '${NOW}' WHERE token_hash = '${OPEN}'`],
    [ofChallenge(`used_at = '${NOW}'`)],
    [`DELETE FROM referral WHERE recruit = '${rumour}'`],
    [ended(rumour, 'expired')],
    [proven(refuser, first)],
    [ofClaim(`referrer = '${second}'`)],
    [ofClaim(`recruit = '${bystander}'`)],
    [ofClaim(`status = 'proven', proven_at = '${NOW}', message = 'm', signature = 's'`)],
    [`${NEW_ACTION} VALUES ('ban', '${top}', 'why', '${NOW}')`],
    [`${NEW_ACTION} VALUES ('unban', '${banned}', 'why', '${NOW}')`],
    [`${NEW_ACTION} VALUES ('revoke', '${first}', 'why', '${NOW}')`],
    [`${NEW_ACTION} VALUES ('unrevoke', '${gone}', 'why', '${NOW}')`],
    [
      [
        proven(bystander, top),
        ...['revoke', 'unrevoke'].map(
          (action) => `${NEW_ACTION} VALUES ('${action}', '${bystander}', 'why', '${NOW}')`,
        ),
      ].join(';\n'),
    ],
    [`INSERT INTO check_in VALUES ('${bystander}', '2026-11-21', '${NOW}')`],
    [
      `${NEW_ENTRY} SELECT e.wallet, 'reversal', number, -100, w.points - 100, '${NOW}' FROM points_entry AS e JOIN wallet AS w ON address = wallet WHERE cause = 'check-in'`,
    ],
  ])('may type what is right: %s', async (typed) => {
    expect(await complaintAbout(database.url, typed)).toBe('');
  });
});
