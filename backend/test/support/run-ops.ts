import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import './fresh-build.js';

/** Absolute, because the tool runs in other folders than the tests. */
export const OPS = resolve('backend/dist/ops/main.js');

/** A port without a server, so that a server on this machine does not affect the tests. */
export const PORT = '2';

export interface OpsEnding {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runOps(databaseUrl: string, ...words: string[]): Promise<OpsEnding> {
  const child = spawnOps(databaseUrl, words);
  const said = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
  await once(child, 'close');
  const [stdout = '', stderr = ''] = await said;
  return { status: child.exitCode, stdout, stderr };
}

/** Like {@link runOps}, but blocks until the command ends, and redirects stdout to the file `output`. */
export function runOpsInto(output: string, databaseUrl: string, ...words: string[]): OpsEnding {
  const { PATH } = process.env;
  const file = openSync(output, 'w');
  const { status, stderr } = spawnSync(process.execPath, [OPS, ...words], {
    cwd: tmpdir(),
    env: { PATH, PORT, DATABASE_URL: databaseUrl },
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(file);
  return { status, stdout: '', stderr };
}

/** Starts an ops command, which inherits only PATH from this process. */
export function spawnOps(
  databaseUrl: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = tmpdir(),
) {
  const { PATH } = process.env;
  return spawn(process.execPath, [OPS, ...words], {
    cwd,
    env: { PATH, PORT, DATABASE_URL: databaseUrl, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
