import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHECK_IN } from './003-operator-actions/check-in.js';
import { DERIVATION } from './003-operator-actions/derivation.js';
import { OPERATOR_ACTION } from './003-operator-actions/operator-action.js';
import { POINTS_ENTRY } from './003-operator-actions/points-entry.js';
import { REFERRAL } from './003-operator-actions/referral.js';
import { REVOKED_REFERRAL } from './003-operator-actions/revoked-referral.js';
import { SESSION, SIGN_IN_CHALLENGE } from './003-operator-actions/sign-in.js';
import { STANDING } from './003-operator-actions/standing.js';
import type { Table } from './003-operator-actions/table.js';
import { VIEWS } from './003-operator-actions/views.js';
import { WALLET } from './003-operator-actions/wallet.js';

const TABLES: readonly Table[] = [
  WALLET,
  REFERRAL,
  REVOKED_REFERRAL,
  POINTS_ENTRY,
  CHECK_IN,
  STANDING,
  DERIVATION,
  OPERATOR_ACTION,
  SIGN_IN_CHALLENGE,
  SESSION,
];

/** What TypeORM keeps for itself. */
const FOREIGN_TABLE = 'migrations';

const OLD_OBJECTS = `
SELECT type, name FROM sqlite_master
WHERE type IN ('trigger', 'view', 'index') AND sql IS NOT NULL AND tbl_name <> '${FOREIGN_TABLE}'`;

/**
 * Bans, and referrals that are revoked: the operator adds a row to operator_action, and everything follows. Every table
 * is made again, so that each of its rules has a sentence for whoever breaks it.
 */
export class OperatorActions1795428000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { type, name } of await runner.query(OLD_OBJECTS)) {
      await runner.query(`DROP ${type} "${name}"`);
    }
    for (const table of TABLES) await makeAgain(runner, table);
    const objects = TABLES.flatMap(({ indexes, triggers }) => [...indexes, ...triggers]);
    for (const sql of [...objects, ...VIEWS]) await runner.query(sql.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('Bans have no place in an older database: restore a backup from before instead.'),
    );
  }
}

/** The rows keep their numbers, and the next one gets the number that it would have got. */
async function makeAgain(runner: QueryRunner, { name, create, kept }: Table): Promise<void> {
  if (kept !== null) await runner.query(`ALTER TABLE "${name}" RENAME TO "old_${name}"`);
  await runner.query(create.trim());
  if (kept === null) return;
  await runner.query(`INSERT INTO "${name}" (${kept}) SELECT ${kept} FROM "old_${name}"`);
  await runner.query(`DELETE FROM sqlite_sequence WHERE name = '${name}'`);
  await runner.query(
    `INSERT INTO sqlite_sequence (name, seq) SELECT '${name}', seq FROM sqlite_sequence WHERE name = 'old_${name}'`,
  );
  await runner.query(`DROP TABLE "old_${name}"`);
}
