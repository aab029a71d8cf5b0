import 'reflect-metadata';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { exitWithError } from '../../src/ops/command.js';
import { PROGRAM } from '../../src/ops/program.js';
import { PORT, type OpsEnding } from './run-ops.js';

/** Thrown in place of `process.exit`, which would end the tests. */
class Exit extends Error {
  constructor(readonly status: unknown) {
    super('a command has called process.exit');
  }
}

/**
 * Runs an ops command in this process. The command sees only PATH, PORT, DATABASE_URL and the variables of
 * `environment`.
 */
export async function callOps(
  databaseUrl: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  cwd = tmpdir(),
): Promise<OpsEnding> {
  const former = { env: process.env, cwd: process.cwd() };
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  const exit = jest.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Exit(status);
  });
  process.env = { PATH: former.env['PATH'], PORT, DATABASE_URL: databaseUrl, ...environment };
  process.chdir(cwd);
  try {
    await PROGRAM.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof Exit) process.exitCode = Number(error.status);
    else exitWithError(error);
  } finally {
    process.chdir(former.cwd);
    process.env = former.env;
    exit.mockRestore();
  }
  const status = Number(process.exitCode);
  process.exitCode = undefined;
  return { status, stdout: stdout(), stderr: stderr() };
}

/** Captures a stream. The returned function restores the stream, and returns the text. */
function capture(name: 'stdout' | 'stderr'): () => string {
  const former = Object.getOwnPropertyDescriptor(process, name) ?? {};
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, value: stream });
  return () => {
    Object.defineProperty(process, name, former);
    return new TextDecoder().decode(Buffer.concat(chunks));
  };
}
