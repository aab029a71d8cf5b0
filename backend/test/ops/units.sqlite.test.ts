import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from '../support/temporary-database.js';

const UNITS = readdirSync('deploy').filter((name) => /\.(?:service|timer)$/.test(name));

const textOf = (unit: string): string => readFileSync(join('deploy', unit), 'utf8');

const installed = spawnSync('systemd-analyze', ['--version']).error === undefined;

(installed ? test : test.skip)(
  'systemd accepts the units (skipped if it is not installed)',
  async () => {
    await withFolder(async (folder) => {
      const files = UNITS.map((unit) => join(folder, unit.replace('@.', '@3000.')));
      for (const [index, file] of files.entries()) {
        // Replaces the programs, because no release is installed here.
        const text = textOf(UNITS[index] ?? '').replaceAll(
          /^ExecStart=\S+/gm,
          'ExecStart=/bin/true',
        );
        await writeFile(file, text);
      }
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files]);
      expect([status, String(stderr)]).toEqual([0, '']);
    });
  },
);
