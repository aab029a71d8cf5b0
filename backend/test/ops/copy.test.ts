import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/database/database.js';
import { ENTITIES, openDatabase } from '../../src/open-database.js';
import { Refused } from '../../src/core/errors.js';
import { copyDatabase, copyReportSchema } from '../../src/ops/copy.js';
import { Settings } from '../../src/settings.js';
import { downloadEntries, getLeaderboard, getStats } from '../support/api.js';
import { callOps } from '../support/call-ops.js';
import { startCampaign, type Campaign } from '../support/data/campaign.js';
import { contentsOf } from '../support/data/contents.js';
import { runOps } from '../support/run-ops.js';
import { openShell } from '../support/shell.js';
import { newSigner } from '../support/signer.js';
import { withDatabase, withFolder } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

let campaign: Campaign;

beforeAll(async () => {
  campaign = await startCampaign();
});

afterAll(() => campaign.server.close());

async function dumpOf(database: Database): Promise<unknown> {
  return contentsOf(
    database,
    ENTITIES.map((entity) => database.reading.getMetadata(entity).tableName),
  );
}

async function withFile(work: (file: Database, url: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'copy.sqlite')}`;
    const file = await openDatabase(new Settings({ DATABASE_URL: url }).database);
    try {
      await work(file, url);
    } finally {
      await file.close();
    }
  });
}

async function seenOf(server: string): Promise<unknown> {
  const wallets = Object.values(campaign.cast);
  return {
    leaderboard: await getLeaderboard(server),
    stats: await Promise.all(wallets.map((wallet) => getStats(server, wallet))),
    entries: await downloadEntries(server),
  };
}

describe('a copy', () => {
  test('has the rows of the original and passes doctor, and so does a copy of the copy', async () => {
    const { database } = campaign.server;
    await withFile(async (file) => {
      const report = await copyDatabase(database, file);
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(copyReportSchema.parse(report)).toEqual(report);
      expect(report.tables).toContainEqual({ name: 'referral', rows: 6 });
      expect(await dumpOf(file)).toEqual(await dumpOf(database));

      await withDatabase(async (back) => {
        expect((await copyDatabase(file, back)).ok).toBe(true);
        expect(await dumpOf(back)).toEqual(await dumpOf(database));
      });
    });
  });

  test('gives visitors the same answers as the original, and credits a new recruit', async () => {
    const seen = await seenOf(campaign.server.url);
    await withFile(async (file) => {
      await copyDatabase(campaign.server.database, file);
      await withDatabase(async (target, place) => {
        await copyDatabase(file, target);
        const url = databaseKind === 'sqlite' ? `sqlite:${place}` : place;
        const server = await startTestServer({ DATABASE_URL: url }, campaign.clock);
        try {
          expect(await seenOf(server.url)).toEqual(seen);
          await new Visitor(server.url).signIn(newSigner(), campaign.cast.top);
          expect(await getStats(server.url, campaign.cast.top)).toMatchObject({
            provenRecruits: 3,
            points: 3200,
          });
        } finally {
          await server.close();
        }
      });
    });
  });

  test('is rejected if the target is not empty', async () => {
    await withFile(async (file) => {
      await copyDatabase(campaign.server.database, file);
      const before = await dumpOf(file);
      const again = copyDatabase(campaign.server.database, file);
      await expect(again).rejects.toThrow(Refused);
      await expect(again).rejects.toThrow('the target has rows in wallet');
      expect(await dumpOf(file)).toEqual(before);
    });
  });

  test('is rolled back if doctor finds a fault in it', async () => {
    await withFile(async (file, url) => {
      await copyDatabase(campaign.server.database, file);
      const shell = await openShell(url);
      await shell.query('DROP TRIGGER log_entry_no_update');
      await shell.query(
        "UPDATE log_entry SET entry = json_set(entry, '$.signature', 'AAAA') WHERE log_index = 0",
      );
      await shell.destroy();
      await withDatabase(async (target) => {
        const report = await copyDatabase(file, target);
        expect(report.ok).toBe(false);
        expect(report.checks.flatMap(({ faults }) => faults)).toEqual([
          expect.stringMatching(/^entry 0 of the log: the signature is not by the recruit/),
        ]);
        expect((await contentsOf(target)).wallet).toEqual([]);
        expect((await copyDatabase(campaign.server.database, target)).ok).toBe(true);
      });
    });
  });
});

describe('the command copy', () => {
  test.each([
    ['--from', 'sqlite:nowhere.sqlite', /nowhere\.sqlite, which does not exist/],
    ['--from', 'sqlite:diary.sqlite', /diary\.sqlite, which is not a SQLite database/],
    ['--to', 'sqlite:diary.sqlite', /diary\.sqlite, which is not a SQLite database/],
    [
      '--to',
      'postgres://127.0.0.1:9/x',
      /the PostgreSQL database x at [^,]+, which cannot be used/,
    ],
  ])('names %s in the error if %s cannot be used', async (option, url, flaw) => {
    await withFolder(async (folder) => {
      await (await openDatabase({ kind: 'sqlite', path: join(folder, 'good.sqlite') })).close();
      await writeFile(join(folder, 'diary.sqlite'), 'Dear diary, '.repeat(100));
      const urls = { '--from': 'sqlite:good.sqlite', '--to': 'sqlite:new.sqlite', [option]: url };
      const words = Object.entries(urls).flat();
      const placed = words.map((word) => word.replace(/^sqlite:/, `sqlite:${folder}/`));
      const { status, stderr } = await callOps('', ['copy', ...placed]);
      expect(stderr).toMatch(new RegExp(`^error: ${option} names [^\\n]+\\n$`));
      expect(stderr).toMatch(flaw);
      expect(status).toBe(2);
    });
  });

  test('uses DATABASE_URL in place of either --to or --from, but not of both', async () => {
    await withFolder(async (folder) => {
      const [old, fresh] = ['old', 'fresh'].map((name) => `sqlite:${join(folder, name)}.sqlite`);
      await (await openDatabase(new Settings({ DATABASE_URL: old }).database)).close();
      expect((await runOps(fresh ?? '', 'copy', '--from', old ?? '')).status).toBe(0);
      expect((await callOps(fresh ?? '', ['copy', '--to', `${old}.copy`])).status).toBe(0);
      const { status, stderr } = await callOps(fresh ?? '', ['copy']);
      expect(status).toBe(2);
      expect(stderr).toBe(
        'error: copy needs a second database besides DATABASE_URL: name it with --from or --to\n',
      );
    });
  });

  test('prints an error about --from if it is not a database URL', async () => {
    const words = ['copy', '--from', 'nothing', '--to', 'nothing'];
    const { status, stderr } = await callOps('', words);
    expect(stderr).toMatch(/'--from <url>' argument 'nothing' is invalid\. It must be sqlite: /);
    expect(status).toBe(2);
  });
});
