import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHECK_IN } from './check-in.js';
import { CLAIM_RECORDER } from './claims.js';
import { ENDED_CLAIM, REVOKED_REFERRAL } from './former-referral.js';
import { LOCK_WALLETS } from './locks.js';
import { OPERATOR_ACTION } from './operator-action.js';
import { POINTS_ENTRY } from './points-entry.js';
import { RANK_COUNT } from './rank-count.js';
import { RATE_LIMIT } from './rate-limit.js';
import { REFERRAL } from './referral.js';
import { SESSION, SIGN_IN_CHALLENGE } from './sign-in.js';
import { kindOf, statements } from './table.js';
import { TRIGGER_SUSPENSION } from './triggers.js';
import { VIEWS } from './views.js';
import { WALLET } from './wallet.js';
import { WEEK_TOTAL } from './week-total.js';

/** What the game is about comes first, and then what the machine needs; a row comes after those that it refers to. */
const SCHEMA = statements(
  WALLET,
  REFERRAL,
  ENDED_CLAIM,
  POINTS_ENTRY,
  CHECK_IN,
  OPERATOR_ACTION,
  REVOKED_REFERRAL,
  SESSION,
  SIGN_IN_CHALLENGE,
  WEEK_TOTAL,
  RANK_COUNT,
  TRIGGER_SUSPENSION,
  RATE_LIMIT,
  LOCK_WALLETS,
  CLAIM_RECORDER,
  ...VIEWS,
);

/** Makes every table, with the totals, the points and the ranking that triggers keep right under any hand. */
export class CreateSchema1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SCHEMA[kindOf(runner.connection)]) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing before the schema: remove the database.'));
  }
}

/** What makes a database, oldest first. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [CreateSchema1795392000000];
