import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refuse } from './003-operator-actions/rules.js';

/** Entries are numbered as they come: a number that is given would be used up, with all before it. */
const NUMBERED = ['points_entry', 'operator_action'].map((table) => ({
  trigger: `${table}_numbered_in_order`,
  sql: refuse(
    `${table}_numbered_in_order`,
    `INSERT ON ${table}`,
    `NEW.number <> -1 AND NOT EXISTS (SELECT 1 FROM ${table} WHERE number = NEW.number)`,
    'number is given: leave it out',
  ),
}));

const KEPT = [
  refuse(
    'wallet_numbered_in_order',
    'INSERT ON wallet',
    'NEW.joined_number <> -1',
    'joined_number is given: leave it out',
  ),
  refuse(
    'wallet_keeps_its_number',
    'UPDATE OF joined_number ON wallet',
    'NEW.joined_number IS NOT OLD.joined_number',
    'a wallet keeps its joined_number: it says who came first',
  ),
  refuse(
    'wallet_not_replaced',
    'UPDATE OF address ON wallet',
    'NEW.address <> OLD.address AND EXISTS (SELECT 1 FROM wallet WHERE address = NEW.address)',
    'the address is in wallet already',
  ),
  refuse(
    'referral_not_replaced_by_update',
    'UPDATE OF recruit ON referral',
    'NEW.recruit <> OLD.recruit AND EXISTS (SELECT 1 FROM referral WHERE recruit = NEW.recruit)',
    'the recruit has a referrer already',
  ),
];

/**
 * Has OR REPLACE, which removes the row in the way without a word to its triggers, remove none that stays, and nobody
 * choose a number.
 */
export class NothingReplaced1795687200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { trigger, sql } of NUMBERED) {
      await runner.query(`DROP TRIGGER "${trigger}"`);
      await runner.query(sql.trim());
    }
    for (const sql of KEPT) await runner.query(sql.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('The version before lets rows be replaced: restore a backup from before instead.'),
    );
  }
}
