import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Clock } from '../../src/core/clock.js';
import type { Database } from '../../src/database/database.js';
import { Doctor } from '../../src/doctor/doctor.js';
import { CheckpointFile, parseCheckpoint } from '../../src/transparency-log/checkpoint-file.js';
import { LogTiles } from '../../src/transparency-log/log-tiles.js';
import { callOps } from '../support/call-ops.js';
import { insertMany } from '../support/data/insert-many.js';
import { recordLog } from '../support/recorded-log.js';
import { createDatabase } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { select } from '../../src/database/reader.js';

const FILES = ['log-key', 'log-checkpoint', 'log-signed'] as const;

const entryRow = z.object({ entry: z.string() });

let later = 0;

let made: string;
/** The site's TRANSPARENCY_LOG_DIR, which no test changes. */
let kept: string;
/** The operator's nightly copy of the files in `FILES`. */
let night: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let nightEntries: readonly string[];
/** The newest checkpoint that visitors saw. */
let newest: string;

let parent: string;
/** A copy of `kept` for each test. */
let folder: string;

const open: { close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  made = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  [kept, night] = [join(made, 'data'), join(made, 'night')];
  database = await createDatabase();
  const site = await start(database.url, kept);
  await append(site, 0, 300, 'honest');
  await noteOf(site);
  await copyFiles(kept, night);
  nightEntries = await entriesOf(site);
  await append(site, 300, 600, 'later');
  newest = await noteOf(site);
  expect(parseCheckpoint(newest)?.size).toBe(600);
  await site.close();
  open.pop();
});

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pyramidion-'));
  folder = join(parent, 'data');
  await cp(kept, folder, { recursive: true });
});

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
  await rm(parent, { recursive: true });
});

afterAll(async () => {
  await database.remove();
  await rm(made, { recursive: true });
  jest.restoreAllMocks();
});

async function start(databaseUrl: string, transparencyLogFolder = folder): Promise<TestServer> {
  const server = await startTestServer({
    DATABASE_URL: databaseUrl,
    TRANSPARENCY_LOG_DIR: transparencyLogFolder,
  });
  open.push(server);
  return server;
}

async function append({ database: { writer } }: TestServer, from: number, end: number, of: string) {
  const rows = Array.from({ length: end - from }, (_, index) => [
    from + index,
    JSON.stringify({ entry: from + index, of }),
  ]);
  await insertMany(writer, 'log_entry (log_index, entry)', rows);
}

async function entriesOf({ database: { reading } }: TestServer): Promise<string[]> {
  const rows = await select(reading, entryRow, 'SELECT entry FROM log_entry ORDER BY log_index');
  return rows.map(({ entry }) => entry);
}

/** Waits for a pending checkpoint, then returns the current one, or the error if the log is not published. */
async function noteOf({ url }: TestServer): Promise<string> {
  await fetch(`${url}/log/checkpoint`);
  later += 1_000;
  return (await fetch(`${url}/log/checkpoint`)).text();
}

/** Copies the named `FILES`, and removes the other `FILES` from the target. */
async function copyFiles(
  from: string,
  to: string,
  names: readonly string[] = FILES,
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of FILES) {
    await rm(join(to, name), { force: true });
    if (names.includes(name)) await copyFile(join(from, name), join(to, name));
  }
}

/** Starts a server on a new database with these entries, as a restore leaves it. */
async function startRestored(
  entries = nightEntries,
  transparencyLogFolder = folder,
): Promise<TestServer> {
  const restored = await createDatabase();
  open.push({ close: restored.remove });
  const server = await start(restored.url, transparencyLogFolder);
  const { writer } = server.database;
  // On SQLite, databases of tests are copies of one file, so they have the same ID. `ops restore` creates another ID.
  await writer.write((manager) => manager.query("UPDATE internal_identity SET value = 'restored'"));
  await insertMany(
    writer,
    'log_entry (log_index, entry)',
    entries.map((entry, index) => [index, entry]),
  );
  return server;
}

async function continueFrom(server: TestServer, note: string, transparencyLogFolder = folder) {
  const file = join(parent, 'fetched');
  await writeFile(file, note);
  const environment = {
    TRANSPARENCY_LOG_DIR: transparencyLogFolder,
    PUBLIC_ORIGIN: 'http://localhost:3000',
  };
  return callOps(server.databaseUrl, ['continue-log', file, '--json'], environment);
}

const REFUSED = /not published, because its key was last used with another database/;

describe('the log of a restored database is not published', () => {
  const restores: [
    what: string,
    where: 'the site’s folder' | 'a new folder',
    names: readonly string[],
  ][] = [
    ['the key alone', 'a new folder', ['log-key']],
    ['all files of the log', 'a new folder', FILES],
    ['the key alone', 'the site’s folder', ['log-key']],
    ['all files of the log', 'the site’s folder', FILES],
  ];

  test.each(restores)('beside a nightly copy of %s in %s', async (_what, where, names) => {
    const transparencyLogFolder =
      where === 'the site’s folder' ? folder : join(parent, 'elsewhere');
    await copyFiles(night, transparencyLogFolder, names);
    const restored = await startRestored(nightEntries, transparencyLogFolder);
    await append(restored, 300, 900, 'other');
    expect(await noteOf(restored)).toMatch(REFUSED);
    expect((await fetch(`${restored.url}/log/tile/0/000`)).status).toBe(503);
    await restored.close();
    open.pop();
    const again = await start(restored.databaseUrl, transparencyLogFolder);
    expect(await noteOf(again)).toMatch(REFUSED);
  });

  test('beside the nightly log-checkpoint and the newest log-signed', async () => {
    await copyFile(join(night, 'log-checkpoint'), join(folder, 'log-checkpoint'));
    const copied = await createDatabase();
    open.push({ close: copied.remove });
    const server = await start(copied.url);
    const rows = nightEntries.map((entry, index) => [index, entry]);
    await insertMany(server.database.writer, 'log_entry (log_index, entry)', rows);
    await append(server, 300, 900, 'other');
    // On SQLite, the error gives another reason, because all test databases are copies of one file with the same ID.
    expect(await noteOf(server)).toMatch(/not published, because/);
  });

  test('if the key was used with another database, even if the restored database is empty', async () => {
    await copyFiles(night, join(parent, 'elsewhere'), ['log-key']);
    expect(await noteOf(await startRestored([], join(parent, 'elsewhere')))).toMatch(REFUSED);
  });
});

describe('the log is published', () => {
  test('again after a restart', async () => {
    expect(await noteOf(await start(database.url))).toBe(newest);
  });

  test('after a crash between the writes of log-signed and log-checkpoint', async () => {
    await copyFile(join(night, 'log-checkpoint'), join(folder, 'log-checkpoint'));
    expect(await noteOf(await start(database.url))).toBe(newest);
  });

  test('after a first start that was interrupted before its first checkpoint', async () => {
    const other = join(parent, 'other');
    await new CheckpointFile(other).begin();
    await copyFile(join(folder, 'log-key'), join(other, 'log-key'));
    const empty = await createDatabase();
    open.push({ close: empty.remove });
    expect(parseCheckpoint(await noteOf(await start(empty.url, other)))?.size).toBe(0);
  });

  (databaseKind === 'postgres' ? test : test.skip)(
    'by two processes that share its files',
    async () => {
      const fresh = await createDatabase();
      open.push({ close: fresh.remove });
      const shared = join(parent, 'shared');
      const [one, two] = [await start(fresh.url, shared), await start(fresh.url, shared)];
      await append(one, 0, 601, 'one');
      expect(await noteOf(one)).toBe(await noteOf(two));
      await append(two, 601, 700, 'two');
      expect(await noteOf(two)).toBe(await noteOf(one));
      expect(parseCheckpoint(await noteOf(one))?.size).toBe(700);
    },
  );
});

describe('continue-log', () => {
  test('continues from the newest checkpoint that visitors saw, if the copied database is complete', async () => {
    const site = await start(database.url);
    const entries = await entriesOf(site);
    const elsewhere = join(parent, 'elsewhere');
    await copyFiles(night, elsewhere, ['log-key', 'log-checkpoint']);
    const moved = await startRestored(entries, elsewhere);
    expect(await noteOf(moved)).toMatch(REFUSED);
    const { stdout } = await continueFrom(moved, newest, elsewhere);
    expect(JSON.parse(stdout)).toEqual({ name: 'localhost:3000/log', size: 600 });
    expect(await noteOf(moved)).toBe(newest);
    await append(moved, 600, 700, 'moved');
    expect(parseCheckpoint(await noteOf(moved))?.size).toBe(700);
  });

  test.each([
    ['the database does not continue', () => newest, 'does not continue the checkpoint of 600'],
    [
      'has an invalid signature',
      () => newest.replace(/.{8}\n$/, 'AAAAAAA=\n'),
      'is no checkpoint that the key',
    ],
    ['is empty', () => '', 'is no checkpoint that the key'],
  ])(
    'rejects a checkpoint that %s, and the log stays unpublished',
    async (_what, note, message) => {
      const restored = await startRestored();
      const { status, stderr } = await continueFrom(restored, note());
      expect(status).toBe(1);
      expect(stderr).toMatch(message);
      expect(await noteOf(restored)).toMatch(REFUSED);
      expect(await new CheckpointFile(folder).read()).toBe(newest);
    },
  );

  test('rejects a checkpoint that is older than the one in the folder', async () => {
    const restored = await startRestored();
    const old = await new CheckpointFile(night).read();
    expect(await continueFrom(restored, old)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('a checkpoint of 600 entries was published, but'),
    });
  });

  test('rejects a folder that does not exist, and does not create it', async () => {
    const empty = join(parent, 'empty');
    const restored = await startRestored();
    expect(await continueFrom(restored, newest, empty)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/log-key cannot be used/),
    });
    await expect(readdir(empty)).rejects.toThrow('ENOENT');
  });
});

test('new-log appends no entry if the folder of the log cannot be written', async () => {
  const restored = await startRestored();
  const environment = { TRANSPARENCY_LOG_DIR: join(parent, 'missing') };
  const words = ['new-log', '--why', 'a fire'];
  expect(await callOps(restored.databaseUrl, words, environment)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('missing cannot be written'),
  });
  expect(await entriesOf(restored)).toEqual(nightEntries);
});

test('new-log names a checkpoint as new as those that other machines have published', async () => {
  const fresh = await createDatabase();
  open.push({ close: fresh.remove });
  const [here, elsewhere] = [join(parent, 'here'), join(parent, 'elsewhere')];
  const server = await start(fresh.url, elsewhere);
  await append(server, 0, 300, 'early');
  expect(parseCheckpoint(await noteOf(server))?.size).toBe(300);
  await copyFiles(elsewhere, here);
  await append(server, 300, 700, 'later');
  const published = await noteOf(server);
  expect(parseCheckpoint(published)?.size).toBe(700);
  const environment = { TRANSPARENCY_LOG_DIR: here };
  await callOps(fresh.url, ['new-log', '--why', 'a fire'], environment);
  expect(JSON.parse((await entriesOf(server)).at(-1) ?? '')).toMatchObject({
    action: 'new-log',
    formerCheckpoint: published,
  });
});

test('no checkpoint has the former name and the entry of new-log, even if new-log runs while it is made', async () => {
  const fresh = await createDatabase();
  open.push({ close: fresh.remove });
  const renamed = join(parent, 'renamed');
  const site = await start(fresh.url, renamed);
  await noteOf(site);
  const { headAfter } = LogTiles.prototype;
  const growing = jest.spyOn(LogTiles.prototype, 'headAfter');
  growing.mockImplementationOnce(async function (this: LogTiles, former) {
    const environment = { TRANSPARENCY_LOG_DIR: renamed };
    await callOps(fresh.url, ['new-log', '--why', 'a fire'], environment);
    return headAfter.call(this, former);
  });
  later += 1_000;
  const published = await (await fetch(`${site.url}/log/checkpoint`)).text();
  expect(published).toMatch(/^localhost:3000\/log\/20\S+\n1\n/);
});

test('a server whose log has entries, but no key and no checkpoint, warns only at its first start', async () => {
  const restored = await startRestored();
  await restored.close();
  open.pop();
  const warningsIn = async (transparencyLogFolder: string): Promise<number> => {
    const { log, text } = recordLog('warn');
    const settings = {
      DATABASE_URL: restored.databaseUrl,
      TRANSPARENCY_LOG_DIR: transparencyLogFolder,
    };
    const server = await startTestServer(settings, new Clock(), log);
    expect(parseCheckpoint(await noteOf(server))?.size).toBe(300);
    await server.close();
    return text().split('so a new key signs the log').length - 1;
  };
  expect(await warningsIn(join(parent, 'fresh'))).toBe(1);
  expect(await warningsIn(join(parent, 'fresh'))).toBe(0);
});

test('doctor names a file of the log that it cannot read, and the remedy', async () => {
  const site = await start(database.url);
  const elsewhere = join(parent, 'elsewhere');
  await mkdir(join(elsewhere, 'log-signed'), { recursive: true });
  const environment = { TRANSPARENCY_LOG_DIR: elsewhere };
  expect(await callOps(site.databaseUrl, ['doctor'], environment)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /elsewhere\/log-signed cannot be read \(.+\): let this user read/,
    ),
  });
});

test('doctor reports a log that does not continue the newest checkpoint', async () => {
  const look = async (looked: Database, note: string) => {
    const doctor = new Doctor(looked, new Clock());
    return (await doctor.look(parseCheckpoint(note))).checks.flatMap(({ faults }) => faults);
  };
  const fault = 'the log does not continue the newest checkpoint, of 600 entries';
  const ofNight = await readFile(join(night, 'log-checkpoint'), 'utf8');
  const site = await start(database.url);
  expect(await look(site.database, ofNight)).not.toContainEqual(
    expect.stringContaining('newest checkpoint'),
  );
  expect(await look(site.database, newest)).not.toContain(fault);
  const restored = await startRestored();
  expect(await look(restored.database, newest)).toContain(fault);
  await append(restored, 300, 700, 'other');
  expect(await look(restored.database, newest)).toContain(fault);
});

test.each([
  ['the key alone', ['log-key']],
  ['all files of the log', FILES],
])(
  'beside a nightly copy of %s, new-log publishes the log of a restored database under a new name',
  async (_what, names) => {
    await copyFiles(night, folder, names);
    const restored = await startRestored();
    await append(restored, 300, 700, 'other');
    expect(await noteOf(restored)).toMatch(REFUSED);
    const former = await new CheckpointFile(folder).read();
    const { stdout } = await callOps(
      restored.databaseUrl,
      ['new-log', '--why', 'a fire', '--json'],
      {
        TRANSPARENCY_LOG_DIR: folder,
      },
    );
    const { actedAt } = z.object({ actedAt: z.iso.datetime() }).parse(JSON.parse(stdout));
    expect(parseCheckpoint(await noteOf(restored))).toMatchObject({
      name: `localhost:3000/log/${actedAt}`,
      size: 701,
    });
    expect(JSON.parse((await entriesOf(restored)).at(-1) ?? '')).toEqual({
      action: 'new-log',
      formerCheckpoint: former,
      why: 'a fire',
      at: actedAt,
    });
    // In the former log, tile 1 has other entries.
    const bundle = Buffer.from(
      await (await fetch(`${restored.url}/log/tile/entries/001`)).arrayBuffer(),
    );
    expect(bundle.toString()).toContain('{"entry":300,"of":"other"}');
    expect(bundle.toString()).not.toContain('"of":"later"');
    await restored.close();
    open.pop();
    const again = await start(restored.databaseUrl);
    expect(parseCheckpoint(await noteOf(again))?.size).toBe(701);
  },
);
