import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import '../support/fresh-build.js';
import { withFolder } from '../support/temporary-database.js';

const SCRIPT = resolve('deploy/offsite.mjs');

const UNIT = readFileSync('deploy/pyramidion-offsite.service', 'utf8');
const [, WORDS = ''] = /^ExecStart=\S+\/offsite\.mjs (.*)$/m.exec(UNIT) ?? [];
const [, FORGET = ''] = /^ExecStart=restic (forget .*)$/m.exec(UNIT) ?? [];

const DATA = ['session-secret', 'log-key', 'log-checkpoint'].map((name) => `data/${name}`);

const BACKUP = 'backups/pyramidion-2026-11-26T02-38-08Z.sqlite';

interface Site {
  readonly parent: string;
  readonly folder: string;
  run(...words: string[]): {
    readonly status: number | null;
    readonly lines: string[];
    readonly error: string;
  };
}

async function withSite(work: (site: Site) => Promise<void> | void): Promise<void> {
  await withFolder(async (parent) => {
    const folder = join(parent, 'state');
    for (const path of ['state/data', 'backups'])
      await mkdir(join(parent, path), { recursive: true });
    await writeFile(join(folder, '.env'), `BACKUP_DIR=${parent}/backups\n`);
    for (const path of DATA) await writeFile(join(folder, path), path);
    await writeFile(join(parent, BACKUP), 'database');
    await work({
      parent,
      folder,
      run(...words) {
        const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...words], {
          cwd: folder,
          env: {
            PATH: process.env.PATH,
            HOME: parent,
            RESTIC_REPOSITORY: join(parent, 'repository'),
            RESTIC_PASSWORD: 'secret',
          },
          encoding: 'utf8',
        });
        return { status, lines: stdout.trim().split('\n'), error: stderr };
      },
    });
  });
}

describe('offsite.mjs', () => {
  test('runs a program with the paths of the backup folder, .env, the session secret, the log key and the checkpoint', async () => {
    await withSite(({ parent, folder, run }) => {
      const { status, lines } = run('printf', '%s\\n');
      expect([status, lines]).toEqual([
        0,
        [join(parent, 'backups'), join(folder, '.env'), ...DATA.map((path) => join(folder, path))],
      ]);
    });
  });

  test('looks for secrets in the folders of DATABASE_URL and TRANSPARENCY_LOG_DIR, and needs no session-secret if SESSION_SECRET is set', async () => {
    await withSite(async ({ parent, folder, run }) => {
      const [database, log] = [join(parent, 'elsewhere'), join(parent, 'log')];
      for (const path of [database, log]) await mkdir(path);
      for (const name of ['log-key', 'log-checkpoint']) await writeFile(join(log, name), name);
      const lines = [
        `BACKUP_DIR=${parent}/backups`,
        `DATABASE_URL=sqlite:${database}/site.sqlite`,
        `TRANSPARENCY_LOG_DIR=${log}`,
      ];
      const env = join(folder, '.env');
      await writeFile(env, lines.join('\n'));
      expect(run('true')).toMatchObject({
        status: 1,
        error: `error: ${database}/session-secret does not exist; nothing was copied\n`,
      });
      await writeFile(env, [...lines, `SESSION_SECRET=${'s'.repeat(32)}`].join('\n'));
      expect(run('printf', '%s\\n').lines).toEqual([
        join(parent, 'backups'),
        env,
        join(log, 'log-key'),
        join(log, 'log-checkpoint'),
      ]);
    });
  });

  test.each([BACKUP, 'backups', 'state/.env', ...DATA.map((path) => `state/${path}`)])(
    'runs nothing if %s is missing (BACKUP_DIR is set in .env)',
    async (path) => {
      await withSite(async ({ parent, run }) => {
        await rm(join(parent, path), { recursive: true });
        const { status, lines, error } = run('echo', 'ran');
        expect([status, lines]).toEqual([1, ['']]);
        expect(error).toMatch(/^error: .*(BACKUP_DIR|does not exist).*; nothing was copied\n$/);
      });
    },
  );

  test('fails if the program fails, or is not installed', async () => {
    await withSite(({ run }) => {
      expect(run('sh', '-c', 'exit 3').status).toBe(3);
      expect(run('no-such-program')).toMatchObject({
        status: 1,
        error: expect.stringContaining('no-such-program cannot be run'),
      });
    });
  });
});

const hasRestic = spawnSync('restic', ['version']).status === 0;

(hasRestic ? test : test.skip)(
  'with the arguments of the systemd unit, restic copies the backups, .env and secrets, but no unfinished backup, and deletes old copies of a former host, but not those of other programs (skipped without restic)',
  async () => {
    await withSite(async ({ parent, folder, run }) => {
      await writeFile(join(parent, `${BACKUP}.0f.new`), 'unfinished');
      const restic = (...words: string[]): string => {
        const env = {
          PATH: process.env.PATH,
          HOME: parent,
          RESTIC_REPOSITORY: join(parent, 'repository'),
          RESTIC_PASSWORD: 'secret',
        };
        const { status, stdout, stderr } = spawnSync('restic', words, { env, encoding: 'utf8' });
        expect([status, stderr]).toEqual([0, '']);
        return stdout;
      };
      restic('init', '--quiet');
      expect(run(...WORDS.split(' '))).toMatchObject({ status: 0, error: '' });
      const files = restic('ls', '--quiet', 'latest').trim().split('\n');
      for (const path of [BACKUP, 'state/.env', ...DATA.map((path) => `state/${path}`)]) {
        expect(files).toContain(join(parent, path));
      }
      expect(files.filter((path) => path.includes('.new'))).toEqual([]);
      const target = join(parent, 'restored');
      restic('restore', 'latest', '--quiet', '--target', target);
      expect(readFileSync(join(target, parent, BACKUP), 'utf8')).toBe('database');
      expect(readFileSync(join(target, folder, '.env'), 'utf8')).toContain('BACKUP_DIR');
      restic('backup', '--quiet', folder);
      expect(run(...WORDS.split(' '), '--host', 'former')).toMatchObject({ status: 0, error: '' });
      restic(...FORGET.split(' '));
      expect(JSON.parse(restic('snapshots', '--json'))).toEqual([
        expect.not.objectContaining({ tags: expect.anything() }),
        expect.objectContaining({ hostname: 'former' }),
      ]);
    });
  },
);
