import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/open-database.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { recordClaims } from '../../src/referral/claims.js';
import { prove } from '../../src/referral/record.js';
import { Settings } from '../../src/settings.js';
import { SettableClock } from '../support/settable-clock.js';
import { createDatabase, type TemporaryDatabase } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';
import { complaintAbout } from './complaint.js';

const NOW = '2026-11-21T12:00:00.000Z';
const [top, first, rumour, bystander] = [
  wallet('top'),
  wallet('first'),
  wallet('rumour'),
  wallet('bystander'),
];

let database: TemporaryDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const opened = await openDatabase(new Settings({ DATABASE_URL: database.url }).database);
  const clock = new SettableClock(NOW);
  await opened.writer.write(async (manager) => {
    const proof = { recruit: first, referrer: top, message: 'm', signature: 's' };
    await prove(manager, proof, clock.now());
    await recordClaims(manager, [{ recruit: rumour, referrer: top }], clock.now(), '');
  });
  await new ModerationService(opened.writer, clock).ban(rumour, 'a joke');
  await opened.close();
});

afterAll(() => database.remove());

const FINAL = 'a proven referral is final';
const LEDGER = 'the ledger is append-only';
const AUDIT = 'the audit log is append-only';
const LOG = 'the transparency log is append-only';
const POINTS = 'points follow from ledger_entry';
const PAIR = 'a claim keeps its two wallets';
const NEW_WALLET = 'a wallet must be new';
const IDENTITY = 'a wallet keeps its number and address';

/**
 * Statements with the expected error. On SQLite, `OR REPLACE` does not fire DELETE triggers, so other triggers must
 * reject it.
 */
const REJECTED: [typed: string, complaint: string, only?: typeof databaseKind][] = [
  [`UPDATE referral SET week = '2026-W01' WHERE recruit = '${first}'`, FINAL],
  [`UPDATE referral SET referrer = '${bystander}' WHERE recruit = '${rumour}'`, PAIR],
  [`DELETE FROM referral WHERE recruit = '${first}'`, `${FINAL}: use ops revoke`],
  [
    `INSERT OR REPLACE INTO referral (recruit, referrer, status, claimed_at) VALUES ('${first}', '${bystander}', 'claimed', '${NOW}')`,
    FINAL,
    'sqlite',
  ],
  [
    `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ('${rumour}', '${first}', 'claimed', '${NOW}')`,
    PAIR,
  ],
  [
    `INSERT OR REPLACE INTO referral SELECT '${bystander}', referrer, status, claimed_at, proven_at, log_index, week FROM referral WHERE recruit = '${first}'`,
    FINAL,
    'sqlite',
  ],
  [
    `UPDATE OR REPLACE referral SET (status, proven_at, log_index, week) = (SELECT status, proven_at, log_index, week FROM referral WHERE recruit = '${first}') WHERE recruit = '${rumour}'`,
    FINAL,
    'sqlite',
  ],
  [
    `INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES ('${top}', '${top}', 'claimed', '${NOW}')`,
    'a wallet must not recruit itself',
  ],
  [
    `UPDATE referral SET status = 'proven' WHERE recruit = '${rumour}'`,
    'proven, and only then: proven_at, log_index, week',
  ],
  ["UPDATE log_entry SET entry = '{}'", LOG],
  ['DELETE FROM log_entry', LOG],
  ["INSERT INTO log_entry (log_index, entry) VALUES (99, '{}')", LOG],
  ['INSERT OR REPLACE INTO log_entry SELECT log_index, entry FROM log_entry', LOG, 'sqlite'],
  ['UPDATE ledger_entry SET points = 5', LEDGER],
  ['DELETE FROM ledger_entry', LEDGER],
  [
    'INSERT OR REPLACE INTO ledger_entry SELECT number, wallet, cause, reference, points, total, recorded_at FROM ledger_entry',
    'an entry must be new',
    'sqlite',
  ],
  [
    `INSERT OR REPLACE INTO ledger_entry (wallet, cause, reference, points, total) VALUES ('${first}', 'recruit', '${first}', 1000, 1000)`,
    'an entry must be new',
    'sqlite',
  ],
  [
    `INSERT INTO ledger_entry (wallet, cause, reference, points, total, recorded_at) VALUES ('${top}', 'check-in', '2026-11-21', 100, 100, '${NOW}')`,
    'its total must be the points of the wallet after it',
  ],
  ["UPDATE audit_log SET why = 'x'", AUDIT],
  ['DELETE FROM audit_log', AUDIT],
  ['INSERT OR REPLACE INTO audit_log SELECT * FROM audit_log', AUDIT, 'sqlite'],
  ['UPDATE wallet SET points = 9999', POINTS],
  [
    `INSERT INTO wallet (address, joined_at, points) VALUES ('${bystander}', '${NOW}', 9999)`,
    POINTS,
  ],
  [
    `INSERT OR REPLACE INTO wallet (address, joined_at) VALUES ('${rumour}', '${NOW}')`,
    NEW_WALLET,
    'sqlite',
  ],
  [
    `INSERT OR REPLACE INTO wallet (joined_number, address) VALUES (1, '${bystander}')`,
    NEW_WALLET,
    'sqlite',
  ],
  [
    `UPDATE OR REPLACE wallet SET joined_number = 1 WHERE address = '${rumour}'`,
    IDENTITY,
    'sqlite',
  ],
  [`UPDATE wallet SET address = '${bystander}' WHERE address = '${rumour}'`, IDENTITY],
  ['TRUNCATE ledger_entry', LEDGER, 'postgres'],
  ['TRUNCATE audit_log CASCADE', AUDIT, 'postgres'],
  ['TRUNCATE referral', FINAL, 'postgres'],
];

describe('a statement typed in a shell', () => {
  test.each(REJECTED.filter(([, , only]) => only === undefined || only === databaseKind))(
    'is rejected: %s',
    async (typed, complaint) => {
      expect(await complaintAbout(database.url, typed)).toContain(complaint);
    },
  );

  test('can omit times that have defaults', async () => {
    const typed = [
      `INSERT INTO wallet (address) VALUES ('${bystander}')`,
      `INSERT INTO referral (recruit, referrer, status) VALUES ('${bystander}', '${top}', 'claimed')`,
      `INSERT INTO claim_history_entry (recruit, referrer, claimed_at, reason) VALUES ('${bystander}', '${top}', '${NOW}', 'made room')`,
      `INSERT INTO audit_log (action, subject, why) VALUES ('revoke', '${bystander}', 'a joke')`,
      `INSERT INTO revoked_referral (recruit, referrer, status, claimed_at, action_number) VALUES ('${bystander}', '${top}', 'claimed', '${NOW}', 1)`,
      `INSERT INTO ledger_entry (wallet, cause, reference, points, total) VALUES ('${top}', 'check-in', '2026-11-21', 100, 1100)`,
      `INSERT INTO check_in (wallet) VALUES ('${top}')`,
    ];
    expect(await complaintAbout(database.url, typed.join(';\n'))).toBe('');
  });

  test('can delete a claim', async () => {
    const typed = `DELETE FROM referral WHERE recruit = '${rumour}'`;
    expect(await complaintAbout(database.url, typed)).toBe('');
  });
});
