import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuse } from './001-pyramid/triggers.js';

/** Tables whose rows stay, or follow from others. */
const KEPT = [
  'wallet',
  'referral',
  'revoked_referral',
  'points_entry',
  'check_in',
  'operator_action',
  'standing',
];

const STATEMENTS = [
  ...KEPT.flatMap((table) =>
    refuse(`${table}_not_emptied`, `TRUNCATE ON ${table} FOR EACH STATEMENT`, [
      ['true', `the rows of ${table} stay: it is not emptied`],
    ]),
  ),
  ...refuse('wallet_keeps_its_number', 'UPDATE OF joined_number ON wallet FOR EACH ROW', [
    [
      'NEW.joined_number <> OLD.joined_number',
      'a wallet keeps its joined_number: it says who came first',
    ],
  ]),
];

/** Has TRUNCATE, which triggers on rows do not see, take nothing that stays, and nobody choose a wallet's number. */
export class NothingEmptied1795687200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before lets tables be emptied: restore a backup from before instead.'),
    );
  }
}
