import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '../../src/core/clock.js';
import { Unavailable } from '../../src/core/errors.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { problemSchema } from '../../src/http/problem.js';
import { Settings } from '../../src/settings.js';
import { Checkpoints, readLogName } from '../../src/transparency-log/checkpoints.js';
import { LogEntryRepository } from '../../src/transparency-log/log-entry.repository.js';
import { loadLogKey } from '../../src/transparency-log/log-key.js';
import { LogTiles } from '../../src/transparency-log/log-tiles.js';
import { hashLeaf, hashTile, tilePath, tileWidth } from '../../src/transparency-log/merkle-tree.js';
import { AuditLogRepository } from '../../src/wallet/audit-log.repository.js';
import { rootOf } from '../support/merkle-root.js';
import { TiledTree, type ReadTile } from '../support/tiled-tree.js';
import { downloadEntries } from '../support/api.js';
import { insertMany } from '../support/data/insert-many.js';
import { eventually } from '../support/eventually.js';
import { recordLog } from '../support/recorded-log.js';
import { newSigner } from '../support/signer.js';
import { createDatabase, withDatabase } from '../support/temporary-database.js';
import { readStatus } from '../support/read-status.js';
import { SESSION_SECRET, startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

let later = 0;

/** If not null, the result of `performance.now()`, in ms. */
let stopped: number | null = null;

let folder: string;
let server: TestServer;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => stopped ?? now() + later);
  folder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  server = await startTestServer({ TRANSPARENCY_LOG_DIR: folder, TRUST_PROXY: '1' });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
  jest.restoreAllMocks();
});

const textOf = async (path: string, { url }: TestServer = server): Promise<string> =>
  (await fetch(url + path)).text();

interface Opened {
  readonly name: string;
  readonly size: number;
  readonly root: Buffer;
}

/** Verifies a checkpoint with the published key, and parses it. */
async function openCheckpoint(note: string, of: TestServer = server): Promise<Opened> {
  const [, vkeyName, id, key = ''] =
    /^([^+]+)\+([0-9a-f]{8})\+(.+)\n$/.exec(await textOf('/.well-known/tlog-vkey', of)) ?? [];
  const [text = '', line = ''] = note.split('\n\n');
  const [name = '', size, root = ''] = text.split('\n');
  expect(name).toBe(vkeyName);
  const [dash, signer, encoded = ''] = line.split(' ');
  expect([dash, signer]).toEqual(['—', name]);
  const typedKey = Buffer.from(key, 'base64');
  const keyId = createHash('sha256').update(`${name}\n`).update(typedKey).digest().subarray(0, 4);
  expect(keyId.toString('hex')).toBe(id);
  const signature = Buffer.from(encoded, 'base64');
  expect(signature.subarray(0, 4)).toEqual(keyId);
  const x = typedKey.subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, signature.subarray(4))).toBe(true);
  return { name, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** Waits for a pending checkpoint, lets the cached one expire, and returns the current one. */
async function nextCheckpoint(of: TestServer = server): Promise<Opened> {
  await textOf('/log/checkpoint', of);
  later += 1_000;
  return openCheckpoint(await textOf('/log/checkpoint', of), of);
}

const fetchTile: ReadTile = async (level, number, width) => {
  const response = await fetch(`${server.url}/log/tile/${tilePath(level, number, width)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

async function fetchEntries(size: number): Promise<string[]> {
  const entries: string[] = [];
  for (let number = 0; tileWidth(size, 0, number) > 0; number += 1) {
    const path = tilePath('entries', number, tileWidth(size, 0, number));
    const bundle = Buffer.from(await (await fetch(`${server.url}/log/tile/${path}`)).arrayBuffer());
    for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
      entries.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)).toString());
    }
  }
  return entries;
}

test('one download may exceed the limit of entries per client; later and concurrent ones get 429', async () => {
  const proofs = await startTestServer({ TRUST_PROXY: '1' });
  const requests: (() => void)[] = [];
  jest.spyOn(Checkpoints.prototype, 'covering').mockImplementation(async () => {
    // The first ten requests wait for each other.
    await new Promise<void>((resolve) => {
      requests.push(resolve);
      if (requests.length >= 10) for (const proceed of requests) proceed();
    });
    return 'log\n600001\nroot\n';
  });
  jest.spyOn(LogEntryRepository.prototype, 'entries').mockResolvedValue([]);
  const download = (address: string, headers = {}) =>
    fetch(`${proofs.url}/api/proofs`, { headers: { 'x-forwarded-for': address, ...headers } });
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => download('192.0.2.3')));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 429),
  ]);
  const first = await download('192.0.2.1');
  expect(first.status).toBe(200);
  expect(await first.text()).toContain('"action":"checkpoint"');
  const again = await download('192.0.2.1');
  expect(again.status).toBe(429);
  expect(again.headers.get('etag')).toBeNull();
  expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
  const etag = first.headers.get('etag') ?? '';
  for (let time = 0; time < 3; time += 1) {
    expect((await download('192.0.2.2', { 'if-none-match': etag })).status).toBe(304);
  }
  expect((await download('192.0.2.2')).status).toBe(200);
  await proofs.close();
  jest.mocked(Checkpoints.prototype.covering).mockRestore();
  jest.mocked(LogEntryRepository.prototype.entries).mockRestore();
});

describe('the transparency log', () => {
  test('of a new site is empty', async () => {
    expect(await nextCheckpoint()).toEqual({
      name: 'localhost:3000/log',
      size: 0,
      root: createHash('sha256').digest(),
    });
  });

  test('signs the root of its entries after it has grown, and each tree continues the previous one', async () => {
    const trees: Opened[] = [];
    await new Visitor(server.url).signIn(newSigner(), newSigner().address);
    trees.push(await nextCheckpoint());
    for (const end of [255, 256, 257, 700]) {
      const from = trees.at(-1)?.size ?? 0;
      const rows = Array.from({ length: end - from }, (_, index) => [
        from + index,
        JSON.stringify({ entry: from + index, text: 'é'.repeat(20) }),
      ]);
      await insertMany(server.database.writer, 'log_entry (log_index, entry)', rows);
      trees.push(await nextCheckpoint());
    }
    expect(trees.map(({ size }) => size)).toEqual([1, 255, 256, 257, 700]);
    const entries = await fetchEntries(700);
    expect(entries.map((entry) => `${entry}\n`).join('')).toBe(await downloadEntries(server.url));
    const leaves = entries.map(hashLeaf);
    for (const { size, root } of trees) {
      expect(root).toEqual(rootOf(leaves.slice(0, size)));
    }
    const sizes = trees.map(({ size }) => size);
    const tree = await TiledTree.read(fetchTile, 700, sizes);
    for (const { size, root } of trees) expect(await tree.root(size)).toEqual(root);
  });

  test('stores the files of each requested full tile under the root hash of the tile', async () => {
    const tiles = join(folder, 'log-tiles');
    const roots = await Promise.all(
      [0, 1].map(async (number) => hashTile(await fetchTile(0, number, 256))),
    );
    const names = roots.map((root) => root.toString('hex'));
    const written = names.flatMap((name) => [name, `${name}.entries`, `${name}.entries.br`]);
    expect((await readdir(tiles)).sort()).toEqual([...written, 'roots'].sort());
    expect(await readFile(join(tiles, 'roots'))).toEqual(Buffer.concat(roots));
  });

  test('serves a tile while one of its files cannot be written, and stores its files afterwards', async () => {
    const tiles = join(folder, 'log-tiles');
    const hashes = await fetchTile(0, 1, 256);
    const name = hashTile(hashes).toString('hex');
    const files = [name, `${name}.entries.br`, `${name}.entries`].map((file) => join(tiles, file));
    for (const file of files.slice(0, 2)) {
      for (const each of files) await rm(each);
      await mkdir(file);
      expect(await fetchTile(0, 1, 256)).toEqual(hashes);
      expect(await fetchTile(0, 1, 256)).toEqual(hashes);
      await rmdir(file);
      expect(await fetchTile(0, 1, 256)).toEqual(hashes);
      expect((await readdir(tiles)).map((each) => join(tiles, each))).toEqual(
        expect.arrayContaining(files),
      );
    }
  });

  test.each([
    '0/003',
    '0/002.p/189',
    '0/0',
    '1/001.p/1',
    'entries/002.p/189',
    '0/000/',
    `0/${'x999/'.repeat(102)}999`,
  ])('has no tile %s', async (path) => {
    const response = await fetch(`${server.url}/log/tile/${path}`);
    expect(response.status).toBe(404);
  });

  test('lets caches keep tiles for a year, and makes them revalidate the checkpoint', async () => {
    const headersOf = async (path: string) => {
      const { headers } = await fetch(server.url + path, {
        headers: { 'accept-encoding': 'br' },
      });
      return [
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('content-encoding'),
      ];
    };
    const forever = 'public, max-age=31536000, immutable';
    expect(await headersOf('/log/tile/0/000')).toEqual(['application/octet-stream', forever, null]);
    expect(await headersOf('/log/tile/0/002.p/188')).toEqual([
      'application/octet-stream',
      forever,
      null,
    ]);
    expect(await headersOf('/log/tile/entries/000')).toEqual([
      'application/octet-stream',
      forever,
      'br',
    ]);
    expect(await headersOf('/log/checkpoint')).toEqual([
      'text/plain; charset=utf-8',
      'no-cache',
      null,
    ]);
  });

  test('makes caches revalidate the error of a tile that could not be read', async () => {
    const error = new Unavailable('The database is gone.', 5);
    jest.spyOn(LogTiles.prototype, 'read').mockRejectedValueOnce(error);
    const { status, headers } = await fetch(`${server.url}/log/tile/0/002.p/7`);
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-cache']);
  });

  test('caches a checkpoint, and signs another after a second', async () => {
    stopped = performance.now();
    const before = await openCheckpoint(await textOf('/log/checkpoint'));
    await new Visitor(server.url).signIn(newSigner(), newSigner().address);
    const again = await openCheckpoint(await textOf('/log/checkpoint'));
    stopped = null;
    expect(again).toEqual(before);
    expect((await nextCheckpoint()).size).toBe(before.size + 1);
  });
});

async function warningsOf({ url, database }: TestServer): Promise<readonly string[]> {
  const settings = new Settings({ PORT: new URL(url).port, SESSION_SECRET });
  const { warnings } = await readStatus(database, settings, new Clock());
  return warnings.filter((warning) => warning.includes('transparency log'));
}

test('the server serves a tile of the newest entry before the checkpoint includes that entry', async () => {
  stopped = performance.now();
  const before = await openCheckpoint(await textOf('/log/checkpoint'));
  await new Visitor(server.url).signIn(newSigner(), newSigner().address);
  const width = tileWidth(before.size + 1, 0, 2);
  const path = `/log/tile/${tilePath(0, 2, width)}`;
  expect((await fetch(server.url + path)).status).toBe(200);
  expect((await openCheckpoint(await textOf('/log/checkpoint'))).size).toBe(before.size);
  stopped = null;
});

test('a database that does not continue the newest checkpoint causes a warning, and its log is not published', async () => {
  const newest = await nextCheckpoint();
  later += 1_000;
  const log = recordLog();
  const other = await startTestServer({ TRANSPARENCY_LOG_DIR: folder }, new Clock(), log.log);
  const response = await fetch(`${other.url}/log/checkpoint`);
  expect(response.status).toBe(503);
  const { detail } = problemSchema.parse(await response.json());
  expect(detail).toContain('The transparency log is not published, because');
  const saying = () => log.saying('the transparency log was not published');
  await eventually(() => Promise.resolve(saying().length), 1);
  expect(saying()).toMatchObject([{ level: 'warn', error: expect.stringContaining(detail) }]);
  expect((await fetch(`${other.url}/log/tile/0/000`)).status).toBe(503);
  expect(await warningsOf(other)).toEqual([
    `${detail.replace(/\.$/, '')}: see The transparency log in docs/operating.md`,
  ]);
  expect(await warningsOf(server)).toEqual([]);
  expect(await nextCheckpoint()).toEqual(newest);
  await other.close();
});

test('the log is named after the last new-log, even if the clock was set back before it', async () => {
  await withDatabase(({ writer }) =>
    writer.write(async (manager) => {
      const auditLog = new AuditLogRepository(manager);
      for (const actedAt of ['2026-11-21T12:00:00.000Z', '2026-11-21T11:00:00.000Z']) {
        await auditLog.add({ action: 'new-log', subject: null, why: 'a fire', actedAt });
        expect(await readLogName(auditLog, { publicOrigin: 'https://a.example' })).toBe(
          `a.example/log/${actedAt}`,
        );
      }
    }),
  );
});

test('a restarted server publishes the same checkpoint, and a missing log-key is an error', async () => {
  const database = await createDatabase();
  const transparencyLogFolder = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  const environment = { DATABASE_URL: database.url, TRANSPARENCY_LOG_DIR: transparencyLogFolder };
  const first = await startTestServer(environment);
  await new Visitor(first.url).signIn(newSigner(), newSigner().address);
  const moderation = new ModerationService(first.database.writer, new Clock());
  await moderation.ban(newestWallet(await downloadEntries(first.url)), 'a test');
  const before = await nextCheckpoint(first);
  const [note, vkey] = [
    await textOf('/log/checkpoint', first),
    await textOf('/.well-known/tlog-vkey', first),
  ];
  await first.close();
  const second = await startTestServer(environment);
  expect(before.size).toBe(2);
  expect(await textOf('/log/checkpoint', second)).toBe(note);
  expect(await textOf('/.well-known/tlog-vkey', second)).toBe(vkey);
  await second.close();
  await truncate(join(transparencyLogFolder, 'log-key'), 10);
  await expect(loadLogKey(transparencyLogFolder)).rejects.toThrow(
    /log-key is cut off: .* remove it, log-checkpoint and log-signed/,
  );
  await rm(join(transparencyLogFolder, 'log-key'));
  await expect(loadLogKey(transparencyLogFolder)).rejects.toThrow(/log-key is gone/);
  await rm(transparencyLogFolder, { recursive: true });
  await database.remove();
});

const newestWallet = (line: string): string => /"referrer":"(\w+)"/.exec(line)?.[1] ?? '';
