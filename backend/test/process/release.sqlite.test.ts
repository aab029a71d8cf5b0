import { expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { extract } from 'tar';
import { withFolder } from '../support/temporary-database.js';

const COMMAND = resolve('backend/commands/release.js');

const PATHS = ['/', '/api/docs', '/api/docs/swagger-ui.css', '/api/leaderboard', '/card.png'];

test('a release serves from an empty folder, with nothing beside it but Node', async () => {
  await withFolder(async (folder) => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, folder]);
    const archive = stdout.trim();
    const sum = createHash('sha256')
      .update(await readFile(archive))
      .digest('hex');
    expect(await readFile(`${archive}.sha256`, 'utf8')).toBe(`${sum}  ${basename(archive)}\n`);

    await extract({ file: archive, cwd: folder });
    const release = archive.replace('.tar.gz', '');
    const bill: unknown = JSON.parse(await readFile(join(release, 'sbom.json'), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });

    const readme = await readFile(join(release, 'README.md'), 'utf8');
    for (const [, file = ''] of readme.matchAll(/\]\(([^)#]+)/g)) await access(join(release, file));

    const older = join(folder, 'older');
    await mkdir(older);
    await writeFile(join(older, 'node'), '#!/bin/sh\necho v18.20.8\n', { mode: 0o755 });
    const refusal = promisify(execFile)(join(release, 'bin/pyramidion'), {
      env: { PATH: `${older}:${process.env['PATH'] ?? ''}` },
    });
    await expect(refusal).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('needs Node.js 20.19'),
    });

    const state = join(folder, 'state');
    await mkdir(state);
    const { PATH } = process.env;
    const port = await getPort();
    const server = spawn(join(release, 'bin/pyramidion'), {
      cwd: state,
      env: { PATH, PORT: String(port) },
    });
    const closed = once(server, 'close');
    try {
      await once(server.stdout, 'data');
      const answers = await Promise.all(
        PATHS.map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
      );
      expect(answers.map(({ status }) => status)).toEqual(PATHS.map(() => 200));
      const ops = await promisify(execFile)(join(release, 'bin/ops'), ['doctor'], {
        cwd: state,
        env: { PATH },
      });
      expect(ops.stdout).toContain('All is well.');
    } finally {
      server.kill();
      await closed;
    }
  });
}, 120_000);
