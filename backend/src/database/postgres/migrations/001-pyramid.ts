import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHECK_IN } from './001-pyramid/check-in.js';
import { LOCK_WALLETS } from './001-pyramid/locks.js';
import { OPERATOR_ACTION } from './001-pyramid/operator-action.js';
import { POINTS_ENTRY } from './001-pyramid/points-entry.js';
import { RATE_LIMIT } from './001-pyramid/rate-limit.js';
import { REFERRAL } from './001-pyramid/referral.js';
import { REVOKED_REFERRAL } from './001-pyramid/revoked-referral.js';
import { SESSION, SIGN_IN_CHALLENGE } from './001-pyramid/sign-in.js';
import { STANDING } from './001-pyramid/standing.js';
import type { Table } from './001-pyramid/table.js';
import { commentsOn } from './001-pyramid/table.js';
import { VIEWS } from './001-pyramid/views.js';
import { WALLET } from './001-pyramid/wallet.js';

const TABLES: readonly Table[] = [
  WALLET,
  STANDING,
  REFERRAL,
  OPERATOR_ACTION,
  REVOKED_REFERRAL,
  POINTS_ENTRY,
  CHECK_IN,
  SIGN_IN_CHALLENGE,
  SESSION,
  RATE_LIMIT,
];

/** Every table, with the totals, the points and the counted ranking that triggers keep right under any hand. */
export class Pyramid1795428000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      ...TABLES.flatMap((table) => [table.create, ...table.indexes, ...commentsOn(table)]),
      LOCK_WALLETS,
      ...TABLES.flatMap(({ triggers }) => triggers),
      ...VIEWS,
    ];
    for (const statement of statements) await runner.query(statement.trim());
  }

  down(): Promise<void> {
    return Promise.reject(
      new Error('This is the first version of the database: drop the database instead.'),
    );
  }
}
