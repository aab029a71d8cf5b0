import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openDatabase } from '../../src/open-database.js';
import { parseSettings } from '../../src/settings.js';
import { seedDatabase } from '../../src/ops/seed/seed.js';
import { makeFormer } from '../support/data/former-database.js';
import { runOps } from '../support/run-ops.js';
import { openShell } from '../support/shell.js';
import { withDatabaseUrl, withFolder } from '../support/temporary-database.js';

const MIGRATIONS = 'SELECT name FROM migrations ORDER BY timestamp';

/** Runs `work` on a database of before the first release, and holds that it stays as it is. */
async function withFormer(
  which: 'last' | 'earlier',
  work: (url: string) => Promise<void>,
): Promise<void> {
  await withDatabaseUrl(async (url) => {
    await seedDatabase(url, 20);
    await makeFormer(url, which);
    const shell = await openShell(url);
    const before: unknown = await shell.query(MIGRATIONS);
    await work(url);
    expect(await shell.query(MIGRATIONS)).toEqual(before);
    await shell.destroy();
  });
}

async function refusalOf(url: string, opening: 'of a server' | 'of a tool'): Promise<string> {
  const { database } = parseSettings({ DATABASE_URL: url });
  return openDatabase(database, opening).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
}

describe('a database of before the first release', () => {
  test('is refused in one line that says what to do', async () => {
    await withFormer('last', async (url) => {
      for (const opening of ['of a server', 'of a tool'] as const) {
        expect(await refusalOf(url, opening)).toMatch(
          /^Error: DATABASE_URL names [^\n]+, which was made before the first release of this program: it was left as it is; copy it into a new one \(npm run ops -- copy --from … --to …\), and name that one$/,
        );
      }
    });
  });

  test('is copied into a new one, with all that is in it', async () => {
    await withFormer('last', async (url) => {
      await withFolder(async (folder) => {
        const copy = `sqlite:${join(folder, 'new.sqlite')}`;
        const { status, stdout } = await runOps('', 'copy', '--from', url, '--to', copy);
        expect(stdout).toMatch(/^wallet +20$/m);
        expect(stdout).toContain('checks of doctor hold there');
        expect(status).toBe(0);
      });
    });
  });

  test('is not copied when it is of an earlier version than the last', async () => {
    await withFormer('earlier', async (url) => {
      await withFolder(async (folder) => {
        const copy = `sqlite:${join(folder, 'new.sqlite')}`;
        const { status, stderr } = await runOps('', 'copy', '--from', url, '--to', copy);
        expect(stderr).toMatch(
          /^error: --from names [^\n]+, which was made before the first release of this program: it was left as it is; it is too old to be copied; name another one\n$/,
        );
        expect(status).toBe(2);
      });
    });
  });
});
