import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolder } from '../support/temporary-database.js';

const UNITS = readdirSync('deploy')
  .filter((name) => /\.(?:service|timer)$/.test(name))
  .sort();

const textOf = (unit: string): string => readFileSync(join('deploy', unit), 'utf8');

const installed = spawnSync('systemd-analyze', ['--version']).error === undefined;

test('the status service runs ops status with the user, folder and port of the server', () => {
  expect(UNITS).toEqual([
    'pyramidion-offsite.service',
    'pyramidion-offsite.timer',
    'pyramidion-status@.service',
    'pyramidion-status@.timer',
    'pyramidion@.service',
  ]);
  expect(textOf('pyramidion-status@.service')).toMatch(/^ExecStart=\S+\/bin\/ops status$/m);
  for (const line of [
    'User=pyramidion',
    'WorkingDirectory=/var/lib/pyramidion',
    'Environment=PORT=%i',
  ]) {
    expect(textOf('pyramidion@.service')).toContain(`\n${line}\n`);
    expect(textOf('pyramidion-status@.service')).toContain(`\n${line}\n`);
  }
});

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
