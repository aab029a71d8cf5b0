import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CHECK_IN } from './check-in.js';
import { CLAIM_RECORDER } from './claims.js';
import { LOCK_WALLETS } from './locks.js';
import { ENDED_CLAIM } from './ended-claim.js';
import { OPERATOR_ACTION } from './operator-action.js';
import { POINTS_ENTRY } from './points-entry.js';
import { RANK_COUNT } from './rank-count.js';
import { RATE_LIMIT, RATE_LIMIT_KEY } from './rate-limit.js';
import { REFERRAL } from './referral.js';
import { REVOKED_REFERRAL } from './revoked-referral.js';
import { SESSION, SIGN_IN_CHALLENGE } from './sign-in.js';
import type { DatabaseKind, PerKind, Table } from './table.js';
import { commentsOn, createTable } from './table.js';
import { TRIGGER_SUSPENSION } from './trigger-suspension.js';
import { postgresRefusal, triggersOnPostgres, triggersOnSqlite } from './triggers.js';
import { VIEWS } from './views.js';
import { WALLET } from './wallet.js';
import { WEEK_TOTAL } from './week-total.js';

/** What the game is about comes first, and then what the machine needs; a row comes after those that it refers to. */
const GAME = [
  WALLET,
  REFERRAL,
  ENDED_CLAIM,
  POINTS_ENTRY,
  CHECK_IN,
  OPERATOR_ACTION,
  REVOKED_REFERRAL,
];

const TABLES: PerKind<readonly Table[]> = {
  sqlite: [...GAME, SESSION, SIGN_IN_CHALLENGE, WEEK_TOTAL, RANK_COUNT.sqlite, TRIGGER_SUSPENSION],
  postgres: [
    ...GAME,
    SESSION,
    SIGN_IN_CHALLENGE,
    WEEK_TOTAL,
    RANK_COUNT.postgres,
    RATE_LIMIT_KEY,
    RATE_LIMIT,
  ],
};

/** Makes every table, with the totals, the points and the ranking that triggers keep right under any hand. */
export class CreateSchema1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
    const tables = TABLES[kind];
    for (const sql of [
      ...tables.flatMap((table) => tableOf(table, kind)),
      ...(kind === 'postgres' ? [LOCK_WALLETS] : []),
      ...tables.flatMap((table) => triggersOf(table, kind)),
      ...CLAIM_RECORDER[kind],
      ...VIEWS,
    ]) {
      await runner.query(sql.trim());
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('There is nothing before the schema: remove the database.'));
  }
}

function tableOf(table: Table, kind: DatabaseKind): string[] {
  const { indexes = [], indexesOnPostgres = [] } = table;
  const create = [createTable(table, kind), ...indexes];
  return kind === 'sqlite' ? create : [...create, ...indexesOnPostgres, ...commentsOn(table)];
}

function triggersOf(table: Table, kind: DatabaseKind): string[] {
  const { name, triggers = {}, isKept = false } = table;
  if (kind === 'sqlite') return triggersOnSqlite(table);
  const notEmptied = postgresRefusal(
    `${name}_not_emptied`,
    `TRUNCATE ON ${name} FOR EACH STATEMENT`,
    [['true', `the rows of ${name} stay: it is not emptied`]],
  );
  return [
    ...(triggers.postgres ?? []),
    ...triggersOnPostgres(table),
    ...(isKept ? notEmptied : []),
  ];
}

/** What makes a database, oldest first. */
export const MIGRATIONS: (new () => MigrationInterface)[] = [CreateSchema1795392000000];
