import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import getPort from 'get-port';
import { eachInFolder } from '../support/each-in-folder.js';
import { runToItsEnd, startBuiltServer } from '../support/built-server.js';
import { seedDatabase } from '../support/data/seed.js';
import { eventually } from '../support/eventually.js';

let folder: string;

eachInFolder((made) => (folder = made));

describe('a start that cannot succeed', () => {
  test.each([
    ['PORT', 'no port'],
    ['DATABASE_URL', 'sqlite:/proc/nowhere/pyramidion.sqlite'],
    ['BACKUP_DIR', '/proc/nope/backups'],
  ])('exits with 1 and one line that names the setting: %s=%s', async (name, value) => {
    const { status, stderr } = await runToItsEnd(folder, { [name]: value });
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^${name} [^\\n]+\\n$`));
  });

  test('exits with 1 and one line that says that PORT is in use', async () => {
    const port = await getPort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const ending = await runToItsEnd(folder, { PORT: String(port) });
    other.close();
    expect(ending).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^PORT \d+ is in use[^\n]+\n$/),
    });
  });
});

describe('the built server', () => {
  test('creates files for its user only, logs that TOKEN_MINT is not set, and exits with 0 on SIGTERM', async () => {
    const server = await startBuiltServer(folder, { METRICS_TOKEN: 'm'.repeat(32) });
    expect((await fetch(`${server.url}/api/health/ready`)).status).toBe(200);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const modes = files
      .filter((file) => file.isFile())
      .flatMap(({ parentPath, name }) => {
        // The server may have renamed an unfinished file since.
        const stats = statSync(join(parentPath, name), { throwIfNoEntry: false });
        return stats === undefined ? [] : [[name, (stats.mode & 0o777).toString(8)]];
      });
    expect(modes.length).toBeGreaterThan(2);
    expect(modes.filter(([, mode]) => mode !== '600')).toEqual([]);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(server.log()).toContain('"metrics":"with the token"');
    expect(server.log().match(/TOKEN_MINT is not set/g)).toHaveLength(1);
  });

  test('warns of a transparency log without its key, and of a public origin on plain http', async () => {
    const databaseUrl = `sqlite:${join(folder, 'seeded.sqlite')}`;
    await seedDatabase(databaseUrl, 30, 'http://localhost:3000');
    const server = await startBuiltServer(folder, {
      DATABASE_URL: databaseUrl,
      PUBLIC_ORIGIN: 'http://pyramidion.example',
    });
    const warnings = () =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes('"level":"warn"'));
    await eventually(() => Promise.resolve(warnings().length), 2);
    await server.stop('SIGTERM');
    expect(warnings()).toEqual([
      expect.stringContaining('is plain http: Phantom works on https only'),
      expect.stringContaining('so a new key signs the log'),
    ]);
  });
});
