import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { create, extract } from 'tar';
import { examineFile } from '../../src/database/sqlite/integrity.js';
import { openDatabase } from '../../src/open-database.js';
import '../support/fresh-build.js';

const NEXT = 'pyramidion-9.9.9-0123456789ab-linux-x64';

/** An installed release with its database, and the archive of another release. */
interface Site {
  readonly folder: string;
  readonly releases: string;
  readonly current: string;
  readonly archive: string;
}

// Each test copies, packs and unpacks a whole release.
jest.setTimeout(120_000);

describe('ops update', () => {
  let made = '';
  let release = '';

  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'pyramidion-'));
    const { stdout } = await promisify(execFile)(process.execPath, [
      resolve('backend/commands/release.js'),
      made,
    ]);
    release = stdout.trim();
    await extract({ file: release, cwd: made });
  });

  afterAll(() => rm(made, { recursive: true }));

  async function withSite(work: (site: Site) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
    try {
      const current = basename(release, '.tar.gz');
      const releases = join(folder, 'opt');
      await cp(join(made, current), join(releases, current), { recursive: true });
      await symlink(current, join(releases, 'current'));
      const path = join(folder, 'state/data/pyramidion.sqlite');
      await mkdir(join(folder, 'state/data'), { recursive: true });
      await (await openDatabase({ kind: 'sqlite', path })).close();
      const archive = await packNext(folder, join(made, current));
      await work({ folder, releases, current, archive });
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  test('backs up, unpacks and links a release, and prints how to undo that', async () => {
    await withSite(async (site) => {
      const { stdout, status } = await update(site);
      expect(status).toBe(0);
      expect(await readlink(join(site.releases, 'current'))).toBe(NEXT);
      expect((await readdir(site.releases)).sort()).toEqual([site.current, NEXT, 'current'].sort());
      // The server runs as another user, who must be able to read the files.
      for (const file of ['', 'bin/pyramidion']) {
        expect((await stat(join(site.releases, NEXT, file))).mode & 0o777).toBe(0o755);
      }
      const [, backup = ''] = /^Backup +(\S+)$/m.exec(stdout) ?? [];
      expect(await examineFile(backup)).toBeNull();
      expect(stdout).toContain('systemctl restart pyramidion@3000 && ops doctor');
      expect(stdout).toContain(`ln -sfn ${site.current} ${join(site.releases, 'current')}`);
      expect(stdout).toContain(`ops restore ${backup} && systemctl start pyramidion@3000`);
    });
  });

  test('keeps the release in use if killed during unpacking; the next update names the leftovers', async () => {
    await withSite(async (site) => {
      // A fake tar that unpacks the archive, and then kills the update.
      const programs = join(site.folder, 'programs');
      await mkdir(programs);
      const path = process.env['PATH'] ?? '';
      const script = `#!/bin/sh\nPATH='${path}' tar "$@"\nkill -KILL $PPID\n`;
      await writeFile(join(programs, 'tar'), script, { mode: 0o755 });
      const { signal } = await update(site, `${programs}:${path}`);
      expect(signal).toBe('SIGKILL');
      expect(await readlink(join(site.releases, 'current'))).toBe(site.current);
      expect(await readdir(site.releases)).not.toContain(NEXT);

      const unpacked = join(site.releases, '.update');
      expect(await update(site)).toMatchObject({
        status: 1,
        stderr: `error: ${unpacked} exists: wait for the running update; if none runs, delete the folder\n`,
      });
      await rm(unpacked, { recursive: true });
      expect((await update(site)).status).toBe(0);
    });
  });

  test.each([
    [
      'does not match its checksum',
      ({ archive }: Site) => appendFile(archive, 'x'),
      /does not match .*sha256: copy both again\n$/,
    ],
    [
      'is the current release already',
      async ({ archive }: Site) => {
        await cp(release, archive);
        await writeChecksum(archive);
      },
      /is the current release already\n$/,
    ],
    [
      'does not run on this machine',
      async ({ folder }: Site) => {
        const driver = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
        await packNext(folder, join(made, basename(release, '.tar.gz')), (next) =>
          writeFile(join(next, driver), 'for another machine'),
        );
      },
      /^error: the release does not run on this machine: Error: .*node_sqlite3\.node: .*\n$/,
    ],
    [
      'is not a release',
      async ({ folder, archive }: Site) => {
        await mkdir(join(folder, 'other'));
        await create({ cwd: folder, file: archive, gzip: true }, ['other']);
        await writeChecksum(archive);
      },
      /is not an archive of a release: it has no folder pyramidion-… with bin\/ops\n$/,
    ],
  ])('rejects an archive that %s, and changes nothing', async (_what, damage, reason) => {
    await withSite(async (site) => {
      await damage(site);
      const { status, stderr } = await update(site);
      expect([status, stderr]).toEqual([1, expect.stringMatching(reason)]);
      expect(await readlink(join(site.releases, 'current'))).toBe(site.current);
      expect((await readdir(site.releases)).sort()).toEqual([site.current, 'current'].sort());
      expect(await readdir(join(site.folder, 'state/data'))).toEqual(['pyramidion.sqlite']);
    });
  });

  test('tells the user of a clone to back up, pull and restart', async () => {
    await withSite(async (site) => {
      await rm(join(site.releases, 'current'));
      await rename(join(site.releases, site.current), join(site.releases, 'clone'));
      const { status, stderr } = await update({ ...site, current: 'clone' });
      expect([status, stderr]).toEqual([
        2,
        expect.stringContaining('in a clone, back up, pull and restart'),
      ]);
    });
  });
});

/** Packs the installed release under another name, as if it were a newer release. */
async function packNext(
  folder: string,
  from: string,
  change: (next: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const next = join(folder, NEXT);
  await cp(from, next, { recursive: true });
  await change(next);
  const archive = join(folder, `${NEXT}.tar.gz`);
  await create({ cwd: folder, file: archive, gzip: { level: 1 }, portable: true }, [NEXT]);
  await rm(next, { recursive: true });
  await writeChecksum(archive);
  return archive;
}

async function writeChecksum(archive: string): Promise<void> {
  const sum = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  await writeFile(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
}

/** Runs the update command of the installed release, in the folder with its database. */
async function update(
  { folder, releases, current, archive }: Site,
  path = process.env['PATH'] ?? '',
) {
  const child = spawn(join(releases, current, 'bin/ops'), ['update', archive], {
    cwd: join(folder, 'state'),
    env: { PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, 'close');
  const [stdout, stderr] = await said;
  return { status: child.exitCode, signal: child.signalCode, stdout, stderr };
}
