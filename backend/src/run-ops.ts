import { execFile, type ExecFileOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DatabaseLocation } from './database/database.js';

/** The operator's tool, as it is built beside the server. */
const OPS = fileURLToPath(new URL('./ops/main.js', import.meta.url));

/**
 * Runs the operator's tool on a database that is served, in a process of its own, so that requests are not held up.
 * @throws Error with what that process said
 */
export function runOps(
  database: DatabaseLocation,
  args: readonly string[],
  options: Pick<ExecFileOptions, 'maxBuffer' | 'timeout' | 'signal'> = {},
  ops = OPS,
): Promise<{ stdout: string }> {
  const DATABASE_URL = database.kind === 'sqlite' ? `sqlite:${database.path}` : database.url;
  const env = { ...process.env, DATABASE_URL };
  return promisify(execFile)(process.execPath, [ops, ...args], { ...options, env });
}
