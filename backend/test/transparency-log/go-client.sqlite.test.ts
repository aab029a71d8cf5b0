import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { GO_MODULES, missingPackages } from '../../commands/requirements.js';
import { insertMany } from '../support/data/insert-many.js';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const COMPILE_TIMEOUT_MS = 120_000;

const SIZES = [1, 255, 256, 257, 700];

const run = promisify(execFile);

let later = 0;

let folder: string;
let server: TestServer;
/** Files of checkpoints, the oldest first. */
const checkpoints: string[] = [];

/** Compiles the client with Debian's packages; nothing is downloaded. */
async function compileClient(): Promise<void> {
  const source = 'backend/test/transparency-log/verify-log.go';
  await run('go', ['build', '-o', join(folder, 'verify-log'), source], {
    env: {
      PATH: process.env.PATH,
      CGO_ENABLED: '0',
      GO111MODULE: 'off',
      GOCACHE: join(folder, 'cache'),
      GOPATH: GO_MODULES,
    },
  });
}

/** Appends entries to the log. Returns the path of a file with the new checkpoint. */
async function grow({ url, database }: TestServer, from: number, size: number): Promise<string> {
  const rows = Array.from({ length: size - from }, (_, index) => [
    from + index,
    JSON.stringify({ entry: from + index, of: url }),
  ]);
  await insertMany(database.writer, 'log_entry (log_index, entry)', rows);
  // Waits for a pending checkpoint, which may lack the new entries. The next one is signed a second later.
  await fetch(`${url}/log/checkpoint`);
  later += 1_000;
  const file = join(folder, `${checkpoints.length}-${size}`);
  await writeFile(file, await (await fetch(`${url}/log/checkpoint`)).text());
  return file;
}

async function verify(origin: string, files: readonly string[]): Promise<string> {
  return (await run(join(folder, 'verify-log'), [origin, ...files])).stdout;
}

async function verifyChanged(path: string, change: (answer: Buffer) => Buffer): Promise<string> {
  const port = await getPort();
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(`${server.url}${request.url}`);
      const body = Buffer.from(await answer.arrayBuffer());
      response.statusCode = answer.status;
      response.end(request.url === path ? change(body) : body);
    })();
  }).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    return await verify(`http://127.0.0.1:${port}`, checkpoints);
  } finally {
    const closed = once(proxy, 'close');
    proxy.close().closeAllConnections();
    await closed;
  }
}

(missingPackages(['go']).length === 0 ? describe : describe.skip)(
  "the client of Go's checksum database",
  () => {
    beforeAll(async () => {
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
      folder = await mkdtemp(join(tmpdir(), 'pyramidion-go-'));
      await mkdir(join(folder, 'log'));
      server = await startTestServer({ TRANSPARENCY_LOG_DIR: join(folder, 'log') });
      await compileClient();
      await new Visitor(server.url).signIn(newSigner(), newSigner().address);
      for (const [index, size] of SIZES.entries()) {
        checkpoints.push(await grow(server, SIZES[index - 1] ?? 1, size));
      }
    }, COMPILE_TIMEOUT_MS);

    afterAll(async () => {
      await server.close();
      await rm(folder, { recursive: true });
      jest.restoreAllMocks();
    });

    test('verifies that each tree includes all its entries, and continues each earlier tree', async () => {
      const lines = SIZES.map((size, index) => `${size} entries, continues ${index} trees\n`);
      expect(await verify(server.url, checkpoints)).toBe(lines.join(''));
    });

    test('rejects a changed entry', async () => {
      const changed = verifyChanged('/log/tile/entries/001', (entries) => entries.fill('x', 9, 10));
      await expect(changed).rejects.toThrow('entry 256 is not in the tree of 700');
    });
  },
);
