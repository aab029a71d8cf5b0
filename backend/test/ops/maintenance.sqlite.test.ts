import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { doctorReportSchema } from '../../src/doctor/report.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { callOps } from '../support/call-ops.js';
import { damagePages } from '../support/data/damage-pages.js';
import { seedDatabase } from '../support/data/seed.js';
import { PORT, runOps, spawnOps } from '../support/run-ops.js';
import { openShell } from '../support/shell.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

const NOW = '2026-11-21T12:00:00.000Z';

const PAGE = 4_096;

/** Offset of the damage, in bytes: past the schema, so that the file can be opened. */
const MIDDLE = 409_600;

const PATIENCE_MS = 120_000;

const rewriteIndex = (sql: string): string[] => [
  'PRAGMA writable_schema = ON',
  `UPDATE sqlite_schema SET sql = ${sql} WHERE name = 'referral_by_referrer'`,
  'PRAGMA writable_schema = RESET',
];

/** Statements that make an index lack a row. */
const SPOILT_INDEX = [
  ...rewriteIndex(`sql || ' WHERE 0'`),
  `INSERT INTO wallet (address, joined_at) VALUES ('${wallet('unlisted')}', '${NOW}')`,
  `INSERT INTO referral (recruit, referrer, status, claimed_at)
   SELECT '${wallet('unlisted')}', address, 'claimed', '${NOW}' FROM wallet WHERE joined_number = 1`,
  ...rewriteIndex(`replace(sql, ' WHERE 0', '')`),
];

async function damageTable(path: string, table: string): Promise<void> {
  const shell = await openShell(`sqlite:${path}`);
  const [root]: { page: number }[] = await shell.query(
    `SELECT rootpage AS page FROM sqlite_schema WHERE name = '${table}'`,
  );
  await shell.destroy();
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(PAGE, 0x5a), 0, PAGE, ((root?.page ?? 1) - 1) * PAGE);
  await file.close();
}

test(
  'doctor --repair reports damaged pages, and leaves the file unchanged',
  async () => {
    const path = join(folder, 'damaged.sqlite');
    await seedDatabase(`sqlite:${path}`, 2_000);
    await damagePages(path, MIDDLE);
    const damaged = await readFile(path);
    const ended = await callOps(`sqlite:${path}`, ['doctor', '--repair', '--json']);
    expect([ended.status, ended.stderr]).toEqual([1, '']);
    const report = doctorReportSchema.parse(JSON.parse(ended.stdout));
    expect(report.checks[0]).toMatchObject({
      name: 'The file is sound',
      ok: false,
      looked: expect.stringMatching(/^[\d,]+ pages, until 20 faults were found$/),
    });
    expect(report.repairs.map(({ error }) => error)).not.toContain(null);
    expect((await readFile(path)).equals(damaged)).toBe(true);

    await damagePages(path);
    const refused = await callOps(`sqlite:${path}`, ['doctor']);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('is damaged')]);
  },
  PATIENCE_MS,
);

test(
  'doctor, suspects and status advise restoring a damaged file from a backup',
  async () => {
    const path = join(folder, 'damaged.sqlite');
    await seedDatabase(`sqlite:${path}`, 200, `http://localhost:${PORT}`);
    await damageTable(path, 'wallet');
    const { stdout } = await callOps(`sqlite:${path}`, ['doctor', '--json']);
    const [first] = doctorReportSchema.parse(JSON.parse(stdout)).checks;
    expect(first).toMatchObject({ number: 1, ok: false });
    expect(first?.remedy).toContain('restore a backup');
    for (const words of [['suspects'], ['status']]) {
      const { status, stderr } = await callOps(`sqlite:${path}`, words);
      expect([status, stderr]).toEqual([
        2,
        expect.stringMatching(
          /^error: DATABASE_URL names .*damaged\.sqlite, which is damaged \(.*\): .* restore it from a backup or name another file\n$/,
        ),
      ]);
    }
  },
  PATIENCE_MS,
);

test(
  'ops exits with 2 if .env cannot be read',
  async () => {
    await mkdir(join(folder, '.env'));
    const child = spawnOps('', ['suspects'], {}, folder);
    const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, said]).toEqual([
      2,
      expect.stringMatching(/^error: .*\.env cannot be read \(.*EISDIR.*\): [^\n]*\n$/),
    ]);
  },
  PATIENCE_MS,
);

test(
  'doctor --repair rebuilds an index that lacks a row',
  async () => {
    const url = `sqlite:${join(folder, 'a.sqlite')}`;
    await seedDatabase(url, 60, `http://localhost:${PORT}`);
    const shell = await openShell(url);
    for (const sql of SPOILT_INDEX) await shell.query(sql);
    await shell.destroy();
    const found = await callOps(url, ['doctor', '--json']);
    expect([found.status, found.stderr]).toEqual([1, '']);
    expect(doctorReportSchema.parse(JSON.parse(found.stdout)).checks[0]).toMatchObject({
      name: 'The file is sound',
      ok: false,
      looked: expect.stringMatching(/^[\d,]+ pages$/),
    });
    const mended = await runOps(url, 'doctor', '--repair');
    expect([mended.status, mended.stderr]).toEqual([0, '']);
    expect(mended.stdout).toMatch(/^Repaired 1: rebuilt the indexes\.\n(.*\n)*All is well\.\n$/);
  },
  PATIENCE_MS,
);
