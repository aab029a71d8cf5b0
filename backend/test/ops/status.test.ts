import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { backupFile } from '../../src/backup/backup-folder.js';
import { readBuild } from '../../src/core/build.js';
import { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/database/database.js';
import { statusReportSchema } from '../../src/operator/status-report.js';
import { prove } from '../../src/referral/record.js';
import { Settings } from '../../src/settings.js';
import { portOf } from '../support/port-of.js';
import { callOps } from '../support/call-ops.js';
import { startCampaign, type Campaign } from '../support/data/campaign.js';
import { readStatus } from '../support/read-status.js';
import { SettableClock } from '../support/settable-clock.js';
import { SESSION_SECRET } from '../support/test-server.js';
import { withDatabase, withFolder } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const SIGNED_FOR = 'http://localhost:3000';

const NO_PORT = '2';

describe('ops status', () => {
  let campaign: Campaign;
  let nodeStatus = 200;
  const node = createServer((_request, response) => {
    const result = { context: { slot: 1 }, value: 1 };
    response.writeHead(nodeStatus).end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  });

  beforeAll(async () => {
    campaign = await startCampaign();
    node.listen(0, '127.0.0.1');
    await once(node, 'listening');
  });

  afterAll(async () => {
    await campaign.server.close();
    node.close();
  });

  const look = (
    environment: Readonly<Record<string, string>> = {},
    database = campaign.server.database,
  ) =>
    readStatus(
      database,
      new Settings({
        PORT: new URL(campaign.server.url).port,
        SOLANA_RPC_URL: `http://127.0.0.1:${portOf(node)}/?api-key=secret`,
        FORMER_ORIGINS: SIGNED_FOR,
        SESSION_SECRET,
        ...environment,
      }),
      campaign.clock,
    );

  test('warns of nothing while server, node and disk are well', async () => {
    nodeStatus = 200;
    expect((await look()).warnings).toEqual([]);
  });

  test('counts sign-ins, claims and proofs of 7 days, and lists a revocation', async () => {
    const { days, actions, unproven, suspects } = await look();
    expect(days).toHaveLength(7);
    expect(days[0]).toEqual({ day: '2026-11-20', signIns: 1, claims: 0, proofs: 0 });
    expect(days[1]).toEqual({ day: '2026-11-19', signIns: 6, claims: 2, proofs: 4 });
    expect(days[2]).toEqual({ day: '2026-11-18', signIns: 0, claims: 0, proofs: 0 });
    expect(actions.map(({ action }) => action)).toContain('revoke');
    expect([unproven, suspects]).toEqual([0, []]);
  });

  test('counts a claim that is unproven for 7 days, and not a moment earlier', async () => {
    const { server } = campaign;
    const later = new SettableClock('2026-11-26T11:59:59.999Z');
    const settings = new Settings({
      PORT: NO_PORT,
      SOLANA_RPC_URL: `http://127.0.0.1:${portOf(node)}`,
    });
    const count = async () => (await readStatus(server.database, settings, later)).unproven;
    expect(await count()).toBe(0);
    later.set('2026-11-26T12:00:00.000Z');
    expect(await count()).toBe(2);
  });

  test('counts the proven recruits of a referrer in the last 7 days', async () => {
    await withDatabase(async (database) => {
      const now = new Date();
      const proof = {
        recruit: wallet('recruit'),
        referrer: wallet('top'),
        message: 'm',
        signature: 's',
      };
      await database.writer.write((manager) => prove(manager, proof, now));
      const settings = new Settings({
        PORT: NO_PORT,
        SOLANA_RPC_URL: `http://127.0.0.1:${portOf(node)}`,
      });
      const { growth } = await readStatus(database, settings, new Clock());
      expect(growth).toEqual([{ wallet: wallet('top'), week: 1, weekBefore: 0 }]);
    });
  });

  test('names a node that answers 503, without its API key', async () => {
    nodeStatus = 503;
    expect((await look()).warnings).toEqual([
      expect.stringMatching(
        `^the Solana node at 127.0.0.1:${portOf(node)} fails \\(status 503\\): check SOLANA_RPC_URL and TOKEN_MINT; without a node, balances are not shown$`,
      ),
    ]);
  });

  test('adds a remark, not a warning, if no server answers and the site is not public', async () => {
    nodeStatus = 200;
    const { warnings, remarks } = await look({ PORT: NO_PORT });
    expect(warnings).toEqual([]);
    expect(remarks[0]).toBe(
      'no server answers at http://127.0.0.1:2, so its own state was not checked',
    );
  });

  test('says why a running server does not tell its state', async () => {
    const address = campaign.server.url;
    const first = async (environment: Readonly<Record<string, string>>) =>
      (await look(environment)).remarks[0];
    expect(await first({ SESSION_SECRET: 'x'.repeat(40) })).toBe(
      `the server at ${address} rejects the session secret of this command, so its own state was not checked`,
    );
    expect(await first({ SESSION_SECRET: '', DATABASE_URL: 'sqlite:/nowhere/test.sqlite' })).toBe(
      `the session secret of the server at ${address} cannot be read, so its own state was not checked`,
    );
    expect(await first({ PORT: String(portOf(node)) })).toBe(
      `http://127.0.0.1:${portOf(node)} does not answer like a server of this version, so its own state was not checked`,
    );
  });

  test('warns if the server answers neither on this machine nor at the public origin', async () => {
    const { warnings } = await look({ PORT: NO_PORT, PUBLIC_ORIGIN: 'https://127.0.0.2:2' });
    expect(warnings).toEqual(["no server answers at https://127.0.0.2:2: read the server's log"]);
  });

  test('warns of backups that are missing or old, whatever backups of PostgreSQL are beside them, and of a server of another build', async () => {
    nodeStatus = 200;
    const other = createServer((_request, response) => {
      response.end(JSON.stringify({ build: '0123456789ab', nodes: [] }));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    await withFolder(async (folder) => {
      const [old, recent] = [join(folder, 'old'), join(folder, 'recent')];
      await mkdir(old);
      await writeFile(backupFile(old, new Date('2026-11-18T11:00Z'), 'sqlite'), '');
      await writeFile(backupFile(old, new Date('2026-11-18T13:00Z'), 'dump'), '');
      await mkdir(recent);
      await writeFile(backupFile(recent, new Date('2026-11-18T13:00Z'), 'sqlite'), '');

      expect((await look({ PORT: NO_PORT, BACKUP_DIR: recent })).warnings).toEqual([]);
      expect((await look({ PORT: NO_PORT, BACKUP_DIR: join(folder, 'none') })).warnings).toEqual([
        expect.stringMatching(/^there is no backup in \S+none: /),
      ]);
      const found = await look({ BACKUP_DIR: old, PORT: String(portOf(other)) });
      expect(found.warnings).toContainEqual(
        expect.stringMatching(/sqlite is 49 hours old, and BACKUP_EVERY is 24: /),
      );
      // An unbuilt product has no build id to compare.
      const isBuilt = readBuild().build !== 'none';
      expect(found.warnings.join().includes('the server runs build 0123456789ab')).toBe(isBuilt);
    });
    other.close();
  });

  test('warns of a BACKUP_DIR that the server was started without', async () => {
    nodeStatus = 200;
    await withFolder(async (folder) => {
      const { warnings } = await look({ BACKUP_DIR: folder });
      expect(warnings).toEqual([
        expect.stringMatching(/^there is no backup in .*restarted after BACKUP_DIR was set/),
      ]);
    });
  });

  test('warns of a disk without room for a backup, and of a large write-ahead log', async () => {
    const { database } = campaign.server;
    const measureStorage = () => Promise.resolve({ database: 1e9, wal: 1e9, free: 1e9 });
    const full = Object.assign(Object.create(database) as Database, { measureStorage });
    const { warnings } = await look({}, full);
    expect(warnings).toEqual([
      expect.stringMatching(/^only 954 MiB are free on the disk, but a backup needs 1,082 MiB: /),
      expect.stringMatching(/^the write-ahead log has grown to 954 MiB: /),
    ]);
  });

  test('warns of proofs that name another site than PUBLIC_ORIGIN, unless the site is in FORMER_ORIGINS', async () => {
    nodeStatus = 200;
    const moved = { PUBLIC_ORIGIN: 'https://moved.example' };
    const { warnings } = await look({ ...moved, FORMER_ORIGINS: '' });
    expect(warnings).toEqual([
      expect.stringMatching(/^\d+ proofs name sites that are neither PUBLIC_ORIGIN nor in FORMER_/),
    ]);
    expect((await look(moved)).warnings).toEqual([]);
  });

  test.each([{ options: ['--json'] }, { options: [] }])(
    'exits with 1 and a warning if no node answers (options: $options)',
    async ({ options }) => {
      const { databaseUrl } = campaign.server;
      const { status, stdout } = await callOps(databaseUrl, ['status', ...options], {
        SOLANA_RPC_URL: 'http://127.0.0.1:2',
      });
      expect(status).toBe(1);
      const expected = 'the Solana node at 127.0.0.1:2 fails';
      if (options.length === 0) expect(stdout).toContain(expected);
      else expect(statusReportSchema.parse(JSON.parse(stdout)).warnings.join()).toContain(expected);
    },
  );
});
