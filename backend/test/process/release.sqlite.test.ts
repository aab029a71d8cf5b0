import { expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { extract } from 'tar';
import { z } from 'zod';
import { withFolder } from '../support/temporary-database.js';

const COMMAND = resolve('backend/commands/release.js');

const PATHS = ['/', '/api/docs', '/api/docs/swagger-ui.css', '/api/leaderboard', '/card.png'];

const BUNDLES = ['backend/dist', 'frontend/dist/server', 'frontend/dist/client'];

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
});

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string(),
      dev: z.boolean().default(false),
    }),
  ),
});

async function productionPackages(): Promise<string[]> {
  const { packages } = lockSchema.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { name, version }]) => {
      const installedAs = folder.replace(/^.*node_modules\//, '');
      return `${name ?? installedAs} ${version}`;
    });
}

/** Returns the paths that the image copies. Throws unless all exist and .dockerignore excludes all others. */
async function imageSources(release: string): Promise<string[]> {
  const recipe = await readFile(join(release, 'deploy/Containerfile'), 'utf8');
  const sources = Array.from(recipe.matchAll(/^(?:COPY|ADD) (.*) \S+$/gm), ([, from = '']) => from);
  for (const source of sources) await access(join(release, source));
  const ignored = await readFile(join(release, '.dockerignore'), 'utf8');
  const rules = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(rules).toEqual(['*', ...sources.map((source) => `!${source}`)]);
  return sources;
}

async function packagesIn(bundle: string): Promise<string[]> {
  const notices = await readFile(join(bundle, 'notices.txt'), 'utf8');
  return Array.from(notices.matchAll(/^(\S+ [\d.]+\S*) · /gm), ([, name = '']) => name);
}

test('a release has a checksum and a complete bill of materials, rejects Node.js 18, and runs from another folder', async () => {
  await withFolder(async (folder) => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, folder]);
    const archive = stdout.trim();
    const sum = createHash('sha256')
      .update(await readFile(archive))
      .digest('hex');
    expect(await readFile(`${archive}.sha256`, 'utf8')).toBe(`${sum}  ${basename(archive)}\n`);

    await extract({ file: archive, cwd: folder });
    const release = archive.replace('.tar.gz', '');
    expect(basename(release)).toMatch(/^pyramidion-[\d.]+-[\da-f]{12}-\w+-\w+$/);
    expect(await imageSources(release)).toEqual([
      'package.json',
      'bin',
      'backend/dist',
      'frontend/dist',
      'node_modules',
    ]);

    const bill = billSchema.parse(JSON.parse(await readFile(join(release, 'sbom.json'), 'utf8')));
    const listed = bill.components.map(({ name, version }) => `${name} ${version}`);
    const bundled = await Promise.all(BUNDLES.map((bundle) => packagesIn(join(release, bundle))));
    expect(bundled.flat()).toEqual(expect.arrayContaining([expect.stringMatching(/^fastify /)]));
    const shipped = new Set([...(await productionPackages()), ...bundled.flat()]);
    expect(listed.sort()).toEqual([...shipped].sort());

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
      for (const path of PATHS) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`);
        expect([path, answer.status]).toEqual([path, 200]);
        // An unread body can keep its connection open.
        await answer.arrayBuffer();
      }
      const ops = await promisify(execFile)(join(release, 'bin/ops'), ['doctor'], {
        cwd: state,
        env: { PATH, PORT: String(port) },
      });
      expect(ops.stdout).toContain('All is well.');
      const help = await promisify(execFile)(join(release, 'bin/ops'), ['--help'], {
        cwd: state,
        env: { PATH },
      });
      expect(help.stdout).toMatch(/^Usage: ops /);
    } finally {
      server.kill();
      await closed;
    }
  });
}, 120_000);
