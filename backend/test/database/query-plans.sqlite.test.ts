import { expect, jest, test } from '@jest/globals';
import { SqliteQueryRunner } from 'typeorm/driver/sqlite/SqliteQueryRunner.js';
import { z } from 'zod';
import { claim, getLeaderboard } from '../support/api.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const planRow = z.object({ detail: z.string() });

/** The full scans that are allowed. */
const CHEAP_SCANS = [
  // Of the sweep, once a minute; about MAX_CLAIMS entries of an index.
  /^SCAN referral USING COVERING INDEX referral_by_claim$/,
  // The table has only the operator's actions.
  /^SCAN AuditLogEntry$/,
];

const statements = new Set<string>();

/** Collects the statements of all data sources. */
function collectStatements(): void {
  const { query } = SqliteQueryRunner.prototype;
  jest.spyOn(SqliteQueryRunner.prototype, 'query').mockImplementation(async function (
    this: SqliteQueryRunner,
    sql,
    ...rest
  ): Promise<unknown> {
    statements.add(sql);
    return query.call(this, sql, ...rest);
  });
}

async function visit({ url }: TestServer): Promise<void> {
  const [signer, visitor] = [newSigner(), new Visitor(url)];
  const { address } = signer;
  await claim(url, address, wallet('below'));
  await claim(url, wallet('below'), wallet('further below'));
  await claim(url, wallet('further below'), address);
  expect((await visitor.signIn(signer, wallet('above'))).referral?.credited).toBe(true);
  await new Visitor(url).signIn(newSigner(), address);
  const second = await getLeaderboard(url, '?limit=1');
  const paths = [
    `/?ref=${address}`,
    `/api/leaderboard?limit=1&cursor=${encodeURIComponent(second.next ?? '')}`,
    `/api/leaderboard?around=${address}`,
    `/api/leaderboard?window=week&around=${address}`,
    `/api/referral-stats?wallet=${address}`,
    `/api/pyramid?wallet=${address}&depth=20`,
    `/pyramid/${address}`,
    `/pyramid/${address}.svg`,
    `/card/${address}.png`,
    '/api/report',
    '/api/proofs',
    '/log/checkpoint',
    '/log/tile/0/000.p/1',
    '/api/session',
  ];
  for (const path of paths) {
    const answer = await visitor.send('GET', path);
    await answer.arrayBuffer();
    expect([path, answer.status]).toEqual([path, 200]);
  }
  await visitor.send('POST', '/api/session/check-in');
  await visitor.send('DELETE', '/api/referral');
  await visitor.send('DELETE', '/api/session');
}

test('requests of visitors scan no table that visitors fill', async () => {
  collectStatements();
  const server = await startTestServer();
  try {
    const { reading } = server.database;
    statements.clear();
    await visit(server);
    const tables = reading.entityMetadatas.flatMap(({ tableName, name }) => [tableName, name]);
    const scans: string[] = [];
    for (const sql of statements) {
      if (!/^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/.test(sql)) continue;
      const plan = z.array(planRow).parse(await reading.query(`EXPLAIN QUERY PLAN ${sql}`));
      for (const { detail } of plan) {
        // A plan names the alias of a table. Building an automatic index scans the table.
        const [, name = '-'] = /^(?:SCAN|SEARCH(?=.* AUTOMATIC )) (\w+)/.exec(detail) ?? [];
        const [, table = name] = new RegExp(`(?:FROM|JOIN) (\\w+) AS ${name}\\b`).exec(sql) ?? [];
        const isCheap = CHEAP_SCANS.some((each) => each.test(detail));
        if (tables.includes(table) && !isCheap) scans.push(`${detail} in ${sql}`);
      }
    }
    expect(statements.size).toBeGreaterThan(30);
    expect(scans).toEqual([]);
  } finally {
    await server.close();
    jest.restoreAllMocks();
  }
});
