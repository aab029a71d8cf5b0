import { describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { backupFile, listBackups } from '../../src/backup/backup-folder.js';
import { BackupSchedule } from '../../src/backup/backup-schedule.js';
import { Clock } from '../../src/core/clock.js';
import { examineFile } from '../../src/database/sqlite/integrity.js';
import { opsTokenOf } from '../../src/session/secrets.js';
import { Settings } from '../../src/settings.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { claim } from '../support/api.js';
import { startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { runInShell } from '../support/faults/replacements.js';
import { recordLog } from '../support/recorded-log.js';
import { SettableClock } from '../support/settable-clock.js';
import { SESSION_SECRET } from '../support/test-server.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(name));
  return Number(line?.slice(name.length));
}

const MADE = 'pyramidion_backups_total{outcome="made"}';
const FAILED = 'pyramidion_backups_total{outcome="failed"}';

/**
 * Code for a server to preload. While the named pipe HUNG_BY exists, each operation on BACKUP_DIR waits for it and
 * occupies a thread, as on a network share that does not answer.
 */
const HANG = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { BACKUP_DIR, HUNG_BY } = process.env;
  function hang(functions, open, ...names) {
    for (const name of names) {
      const original = functions[name];
      functions[name] = (path, ...rest) =>
        String(path).startsWith(BACKUP_DIR) && fs.existsSync(HUNG_BY)
          ? open(HUNG_BY)
          : original(path, ...rest);
    }
  }
  hang(fs.promises, fs.promises.open, 'access', 'mkdir', 'readdir', 'rm', 'stat');
  hang(fs, fs.openSync, 'statSync');
  syncBuiltinESMExports();`;

const hangingSettings = (): NodeJS.ProcessEnv => ({
  BACKUP_DIR: join(folder, 'backups'),
  HUNG_BY: join(folder, 'pipe'),
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(HANG)}`,
  SESSION_SECRET,
});

/** Reads more often than Node has threads for files. */
async function readOften(url: string): Promise<void> {
  const authorization = `Bearer ${opsTokenOf(SESSION_SECRET)}`;
  for (let times = 0; times < 6; times += 1) {
    for (const path of ['/metrics', '/api/leaderboard', '/api/health/state']) {
      expect((await fetch(url + path, { headers: { authorization } })).status).toBe(200);
    }
  }
}

const NO_STOP = new AbortController().signal;

describe('a server with BACKUP_DIR', () => {
  test('makes a backup when the newest backup is too old, and deletes only surplus and unfinished backups', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const [older, newer] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map((time) =>
      backupFile(backups, new Date(time), 'sqlite'),
    );
    await writeFile(String(older), 'older');
    await writeFile(String(newer), 'newer');
    await writeFile(join(backups, 'by-hand.sqlite'), 'by hand');
    await writeFile(`${String(newer)}.${randomUUID()}.new`, 'cut off');
    await writeFile(`${String(newer)}.${randomUUID()}.new-journal`, 'cut off');
    const settings = { BACKUP_DIR: 'backups', BACKUP_EVERY: '12', BACKUP_KEEP: '2' };
    const server = await startBuiltServer(folder, settings);
    await eventually(() => metric(server.url, MADE), 1);
    expect(await metric(server.url, 'pyramidion_backup_interval_seconds')).toBe(43_200);
    expect(await metric(server.url, 'pyramidion_backup_age_seconds')).toBeLessThan(3600);
    await server.stop('SIGTERM');

    const [made, kept, ...others] = await listBackups(backups, new Date());
    expect(kept?.file).toBe(newer);
    expect(others).toEqual([]);
    expect(await examineFile(String(made?.file))).toBeNull();
    const files = [String(made?.file), newer, join(backups, 'by-hand.sqlite')];
    const left = (await readdir(backups)).map((name) => join(backups, name));
    expect(new Set(left)).toEqual(new Set(files));
  });

  test('makes no backup while the newest backup is recent', async () => {
    await mkdir(join(folder, 'backups'));
    const young = backupFile(join(folder, 'backups'), new Date(), 'sqlite');
    await writeFile(young, 'young');
    const server = await startBuiltServer(folder, { BACKUP_DIR: 'backups' });
    await claim(server.url, wallet('top'), wallet(0));
    expect(await metric(server.url, MADE)).toBe(0);
    await server.stop('SIGTERM');
    const [only, ...others] = await listBackups(join(folder, 'backups'), new Date());
    expect([only?.file, others]).toEqual([young, []]);
  });

  test('makes a backup although one of PostgreSQL is recent, and deletes surplus ones of both', async () => {
    await mkdir(join(folder, 'backups'));
    const recent = backupFile(join(folder, 'backups'), new Date(Date.now() - 60_000), 'dump');
    const old = backupFile(join(folder, 'backups'), new Date('2026-01-01'), 'dump');
    for (const dump of [recent, old]) await writeFile(dump, 'dump');
    const settings = { BACKUP_DIR: 'backups', BACKUP_KEEP: '2' };
    const server = await startBuiltServer(folder, settings);
    await eventually(() => metric(server.url, MADE), 1);
    await server.stop('SIGTERM');
    const [made, ...others] = await listBackups(join(folder, 'backups'), new Date());
    expect(made?.file).toMatch(/\.sqlite$/);
    expect(others.map(({ file }) => file)).toEqual([recent]);
  });

  test('ignores a backup with a future date', async () => {
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const ahead = backupFile(backups, new Date('2099-01-01T00:00:00Z'), 'sqlite');
    await writeFile(ahead, 'ahead');
    const server = await startBuiltServer(folder, { BACKUP_DIR: 'backups', BACKUP_KEEP: '1' });
    await eventually(() => metric(server.url, MADE), 1);
    expect(await metric(server.url, 'pyramidion_backup_age_seconds')).toBeGreaterThanOrEqual(0);
    await server.stop('SIGTERM');
    expect((await listBackups(backups, new Date())).map(({ file }) => file)).not.toContain(ahead);
    expect(await readdir(backups)).toHaveLength(2);
  });

  test('counts a backup as made although a surplus backup cannot be deleted', async () => {
    const undeletable = backupFile(join(folder, 'backups'), new Date('2026-01-01'), 'sqlite');
    await mkdir(undeletable, { recursive: true });
    const server = await startBuiltServer(folder, { BACKUP_DIR: 'backups', BACKUP_KEEP: '1' });
    await eventually(() => metric(server.url, MADE), 1);
    await eventually(() => Promise.resolve(server.log().includes('backup not deleted')), true);
    expect(await metric(server.url, FAILED)).toBe(0);
    await server.stop('SIGTERM');
  });

  test('logs and counts a failed backup', async () => {
    const [recorded, registry] = [recordLog(), new Registry()];
    const settings = new Settings({
      DATABASE_URL: `sqlite:${join(folder, 'missing.sqlite')}`,
      BACKUP_DIR: join(folder, 'backups'),
    });
    await new BackupSchedule(settings, new Clock(), recorded.log, registry).run(NO_STOP);
    expect(recorded.saying('backup failed')).toHaveLength(1);
    expect(await registry.metrics()).toContain(`${FAILED} 1`);
  });

  test.each(['rm -r backups', 'mv backups elsewhere && mkdir backups'])(
    'makes no backup after %s, and logs the reason',
    async (command) => {
      const backups = join(folder, 'backups');
      await mkdir(backups);
      await writeFile(backupFile(backups, new Date(), 'sqlite'), 'young');
      const recorded = recordLog();
      const settings = new Settings({
        DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}`,
        BACKUP_DIR: backups,
      });
      const schedule = new BackupSchedule(settings, new Clock(), recorded.log, new Registry());
      await schedule.run(NO_STOP);
      expect(recorded.text()).toBe('');
      runInShell(command, folder);
      await schedule.run(NO_STOP);
      const [line] = recorded.saying('backup failed');
      expect(line?.error).toContain(`${backups}, which was removed, replaced or unmounted`);
      expect(await listBackups(backups, new Date())).toEqual([]);
    },
  );

  test('reports a problem when three checks in a row miss the backup folder, until three checks find it again', async () => {
    const [backups, away] = [join(folder, 'backups'), join(folder, 'away')];
    await mkdir(backups);
    await writeFile(backupFile(backups, new Date(), 'sqlite'), 'young');
    const settings = new Settings({
      DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}`,
      BACKUP_DIR: backups,
    });
    const schedule = new BackupSchedule(settings, new Clock(), recordLog().log, new Registry());
    const look = async (times: number): Promise<string | null | undefined> => {
      for (let looks = 0; looks < times; looks += 1) await schedule.run(NO_STOP);
      return schedule.findProblem();
    };
    expect(await look(1)).toBeNull();
    await rename(backups, away);
    expect(await look(1)).toBeNull();
    await rename(away, backups);
    expect(await look(1)).toBeNull();
    await rename(backups, away);
    expect(await look(3)).toContain('unmounted');
    await rename(away, backups);
    expect(await look(2)).toContain('unmounted');
    expect(await look(1)).toBeNull();
  });

  test('reports a problem if the newest backup is older than two intervals, but not while the clock is doubtful', async () => {
    const clock = new SettableClock('2026-11-21T12:00:00.000Z');
    const settings = new Settings({
      DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}`,
      BACKUP_DIR: folder,
    });
    const schedule = new BackupSchedule(settings, clock, recordLog().log, new Registry());
    const old = backupFile(folder, new Date('2026-11-19T12:00:00.000Z'), 'sqlite');
    await writeFile(old, 'old');
    await schedule.onModuleInit();
    expect(schedule.findProblem()).toBeNull();
    clock.advance(1_000);
    expect(schedule.findProblem()).toBe(`${old} is 48 hours old, and BACKUP_EVERY is 24`);
    jest.spyOn(clock, 'isDoubtful').mockReturnValue(true);
    expect(schedule.findProblem()).toBeNull();
  });

  test.each([
    ['below a file', 'file/backups'],
    ['below a link to itself', 'loop/backups'],
    ['with too long a name', 'x'.repeat(300)],
  ])('does not start with a BACKUP_DIR %s', async (_what, path) => {
    await writeFile(join(folder, 'file'), '');
    runInShell('ln -s loop loop', folder);
    const settings = new Settings({
      DATABASE_URL: `sqlite:${join(folder, 'test.sqlite')}`,
      BACKUP_DIR: join(folder, path),
    });
    const schedule = new BackupSchedule(settings, new Clock(), recordLog().log, new Registry());
    await expect(schedule.onModuleInit()).rejects.toThrow('is not writable');
  });

  test('serves and stops although BACKUP_DIR hangs when it starts', async () => {
    runInShell('mkfifo pipe', folder);
    const server = await startBuiltServer(folder, hangingSettings());
    await eventually(() => metric(server.url, FAILED), 1);
    await readOften(server.url);
    expect(server.log()).toMatch(/"error":"[^"]*reading BACKUP_DIR [^"]* has not ended"/);
    // A signal has ended it: Node would wait for the folder at its exit, so the server kills itself.
    expect(await server.stop('SIGTERM')).toBeNull();
  });

  test('serves although BACKUP_DIR hangs after a backup', async () => {
    const server = await startBuiltServer(folder, hangingSettings());
    await eventually(() => metric(server.url, MADE), 1);
    runInShell('mkfifo pipe', folder);
    await readOften(server.url);
    expect(await server.stop('SIGTERM')).toBe(0);
  });
});
