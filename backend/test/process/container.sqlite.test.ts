import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { z } from 'zod';
import { startBuiltServer } from '../support/built-server.js';
import { withFolder } from '../support/temporary-database.js';

const commandSchema = z.tuple([z.literal('node')], z.string());

async function healthOf(folder: string, env: NodeJS.ProcessEnv): Promise<unknown> {
  const recipe = await readFile('deploy/Containerfile', 'utf8');
  const [, words = ''] = /^HEALTHCHECK [^\n]*\n +CMD (\[.*\])$/m.exec(recipe) ?? [];
  const [program, ...args] = commandSchema.parse(JSON.parse(words));
  const check = spawn(program, args, { cwd: folder, env: { PATH: process.env['PATH'], ...env } });
  await once(check, 'close');
  return check.exitCode;
}

test('the health check of the image uses PORT of the environment, or of .env if the environment has no PORT', async () => {
  await withFolder(async (folder) => {
    const [port, other] = [String(await getPort()), String(await getPort())];
    const server = await startBuiltServer(folder, { PORT: port });
    try {
      expect(await healthOf(folder, { PORT: port })).toBe(0);
      expect(await healthOf(folder, { PORT: other })).toBe(1);
      await writeFile(join(folder, '.env'), `PORT=${port}\n`);
      expect(await healthOf(folder, {})).toBe(0);
      expect(await healthOf(folder, { PORT: '' })).toBe(0);
      expect(await healthOf(folder, { PORT: other })).toBe(1);
    } finally {
      await server.stop('SIGTERM');
    }
    expect(await healthOf(folder, {})).toBe(1);
  });
}, 120_000);
