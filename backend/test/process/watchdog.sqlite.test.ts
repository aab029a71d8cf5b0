import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBuiltServer } from '../support/built-server.js';
import { withFolder } from '../support/temporary-database.js';

const HANG = pathToFileURL(resolve('backend/test/support/faults/hang-on-signal.js')).href;

/** Preloaded without the thread pool, also by the thread that logs. */
const BLOCK = resolve('backend/test/support/faults/block-on-signal.js');

const TIMEOUT_MS = 120_000;

test(
  'a server whose event loop hangs exits with 1 and logs where it hangs',
  async () => {
    await withFolder(async (folder) => {
      const server = await startBuiltServer(folder, { NODE_OPTIONS: `--import ${HANG}` });
      process.kill(server.pid, 'SIGUSR2');
      expect((await server.ending).status).toBe(1);
      // When the process exits, lines that the main thread had buffered are written after the fatal line.
      const lines = server.log().split('\n');
      const fatal = lines.filter((line) => line.startsWith('{"level":"fatal"'));
      expect(fatal.map((line): unknown => JSON.parse(line))).toEqual([
        expect.objectContaining({
          pid: server.pid,
          stack: expect.arrayContaining([expect.stringMatching(/^hang .*hang-on-signal\.js:3\)$/)]),
          msg: expect.stringContaining('the event loop hangs'),
        }),
      ]);
    });
  },
  TIMEOUT_MS,
);

test(
  'a server whose main thread and thread pool wait for a file system is killed and logs that it hangs',
  async () => {
    await withFolder(async (folder) => {
      execFileSync('mkfifo', [join(folder, 'fifo')]);
      const server = await startBuiltServer(folder, { NODE_OPTIONS: `--require ${BLOCK}` });
      process.kill(server.pid, 'SIGUSR2');
      expect((await server.ending).status).toBeNull();
      expect(server.log()).toMatch(/^\{"level":"fatal".*"stack":\[\],"msg":"the event loop hangs/m);
    });
  },
  TIMEOUT_MS,
);
