import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Clock } from '../../src/core/clock.js';
import { act } from '../../src/ops/actions.js';
import { Audit } from '../../src/ops/verify/audit.js';
import { verifyReportSchema } from '../../src/ops/verify/command.js';
import { bundlePath, checkLog } from '../../src/ops/verify/site.js';
import type { LogEntry } from '../../src/transparency-log/log-entry.schema.js';
import { bundleOf, LogSite, Notary, statusOf } from './log-site.js';
import { proofEntry, termsOf } from './proof-entries.js';
import { eventually } from '../support/eventually.js';
import { spawnOps } from '../support/run-ops.js';
import { newSigner, type Signer } from '../support/signer.js';
import { withFolder } from '../support/temporary-database.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const AT = '2026-11-22T12:00:00.000Z';

let site: LogSite;

beforeEach(async () => {
  site = await LogSite.start();
});

afterEach(() => site.close());

/** Returns `count` entries for bans, which need no signature. */
function bans(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    textOf({ action: 'ban', subject: wallet(index), why: 'a test', at: AT }),
  );
}

const textOf = (entry: LogEntry): string => JSON.stringify(entry);

/** Checks the site's log. Returns the difference from the last run, or null; in that case, remembers the checkpoint. */
async function look(folder: string, options: { vkey?: string; acceptNewLog?: true } = {}) {
  const audit = new Audit([site.host]);
  const state = join(folder, 'state.json');
  const { difference, remember } = await checkLog(new URL(site.url), { state, ...options }, audit);
  audit.finish();
  expect(audit.differences).toEqual([]);
  if (difference === null) await remember();
  return difference;
}

const remembered = (folder: string): Promise<string> =>
  readFile(join(folder, 'state.json'), 'utf8');

describe('reading the log of a site', () => {
  test.each([0, 1, 2, 255, 256, 257, 1_500])(
    'accepts %i entries that are those of the checkpoint',
    async (size) => {
      site.entries = bans(size);
      await withFolder(async (folder) => {
        expect(await look(folder)).toBeNull();
        const { notary, entries } = site;
        const state = { vkey: notary.vkey, checkpoint: notary.checkpoint(entries) };
        expect(JSON.parse(await remembered(folder))).toEqual(state);
        expect(await readdir(folder)).toEqual(['state.json']);
      });
    },
  );

  test('accepts the log again, and each time that it has grown', async () => {
    await withFolder(async (folder) => {
      for (const size of [0, 3, 3, 200, 256, 300, 700]) {
        site.entries = bans(size);
        expect(await look(folder)).toBeNull();
        expect(JSON.parse(await remembered(folder))).toMatchObject({
          checkpoint: site.notary.checkpoint(site.entries),
        });
      }
    });
  });

  test.each([
    [0, '000'],
    [999, '999'],
    [1_000, 'x001/000'],
    [1_234_067, 'x001/x234/067'],
  ])('finds bundle %i at the path of C2SP tlog-tiles', (number, path) => {
    expect(bundlePath(number)).toBe(path);
  });

  test('reads the entries from the full bundle if the partial bundle is gone', async () => {
    site.entries = bans(300);
    site.lies.set('/log/checkpoint', site.notary.checkpoint(bans(200)));
    site.lies.set('/log/tile/entries/000.p/200', statusOf(404));
    await withFolder(async (folder) => {
      expect(await look(folder)).toBeNull();
    });
  });

  test('accepts compressed bundles', async () => {
    site.entries = bans(3);
    for (const [encoding, body] of [
      ['gzip', gzipSync(bundleOf(site.entries))],
      ['br', brotliCompressSync(bundleOf(site.entries))],
    ] as const) {
      site.lies.set('/log/tile/entries/000.p/3', (response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(body),
      );
      await withFolder(async (folder) => {
        expect(await look(folder)).toBeNull();
      });
    }
  });

  test('ignores signatures by other keys, even before the signature of the log', async () => {
    site.entries = bans(3);
    const note = site.notary.checkpoint(site.entries);
    const other = `— other.example ${Buffer.alloc(76).toString('base64')}\n`;
    for (const signed of [`${note}${other}`, note.replace('\n\n', `\n\n${other}`)]) {
      site.lies.set('/log/checkpoint', signed);
      await withFolder(async (folder) => {
        expect(await look(folder)).toBeNull();
      });
    }
  });
});

describe('a site that has rewritten its log', () => {
  const changed = bans(300).with(
    100,
    textOf({ action: 'unban', subject: wallet(99), why: 'a test', at: AT }),
  );

  test.each<[string, string[], RegExp]>([
    ['changed an entry', changed, /FORK: the first 300 entries are not those of the last run/],
    [
      'changed an entry and added one',
      [...changed, ...bans(301).slice(300)],
      /FORK: the first 300/,
    ],
    [
      'dropped an entry and added two',
      [...bans(299).slice(0), ...bans(302).slice(300)],
      /FORK: the first 300/,
    ],
    ['dropped its last entry', bans(299), /FORK: the log has 299 entries, and had 300 at the last/],
    ['dropped everything', [], /FORK: the log has 0 entries, and had 300 at the last run/],
  ])('is reported if it %s, and the state file does not change', async (_what, entries, what) => {
    await withFolder(async (folder) => {
      site.entries = bans(300);
      await look(folder);
      const before = await remembered(folder);
      site.entries = entries;
      for (const _again of [1, 2]) {
        expect(await look(folder)).toMatch(what);
        expect(await remembered(folder)).toBe(before);
      }
    });
  });

  test('is reported if its key has changed', async () => {
    await withFolder(async (folder) => {
      site.entries = bans(3);
      const { vkey } = site.notary;
      await look(folder);
      site.notary = new Notary(site.notary.name);
      expect(await look(folder)).toMatch(/^FORK: .* another key/);
      await expect(look(folder, { vkey })).rejects.toThrow(
        `is not a checkpoint that ${vkey} signed`,
      );
    });
  });
});

describe('a new log', () => {
  /** Replaces the log by a new one, with an entry that announces it. */
  function replaceLog(entries: readonly string[], formerCheckpoint: string): void {
    site.entries = [
      ...entries,
      textOf({ action: 'new-log', formerCheckpoint, why: 'the disk burned', at: AT }),
    ];
    site.notary = new Notary(`${site.host}/log/${AT}`);
  }

  test.each([
    ['names the former checkpoint', true],
    ['has no former checkpoint', false],
  ])(
    'that %s is reported at each run until --accept-new-log accepts it',
    async (_what, isNamed) => {
      await withFolder(async (folder) => {
        site.entries = bans(300);
        await look(folder);
        const former = await remembered(folder);
        replaceLog(bans(200), isNamed ? site.notary.checkpoint(site.entries) : '');
        const announced = expect.stringMatching(`new log at ${AT}: the disk burned .--accept-new`);
        expect(await look(folder)).toEqual(announced);
        expect(await look(folder)).toEqual(announced);
        expect(await remembered(folder)).toBe(former);
        expect(await look(folder, { acceptNewLog: true })).toBeNull();
        expect(await look(folder)).toBeNull();
      });
    },
  );

  test.each([
    ['that of another log', () => new Notary('other.example/log').checkpoint(bans(300))],
    ['signed by another key', () => new Notary(site.notary.name).checkpoint(bans(300))],
    ['text that is not a checkpoint', () => 'a former checkpoint'],
    ['a checkpoint older than the last run', () => site.notary.checkpoint(bans(200))],
    ['another checkpoint of the same size', () => site.notary.checkpoint(bans(301).slice(1))],
  ])('is a fork if the former checkpoint that it names is %s', async (_what, former) => {
    await withFolder(async (folder) => {
      site.entries = bans(300);
      await look(folder);
      replaceLog(bans(200), former());
      const options = { acceptNewLog: true } as const;
      expect(await look(folder, options)).toMatch(/^FORK: .* another key/);
    });
  });

  test('is a fork if its name differs from the newest announcement', async () => {
    await withFolder(async (folder) => {
      site.entries = bans(300);
      await look(folder);
      replaceLog(bans(200), '');
      site.notary = new Notary(`${site.host}/log/2026-11-23T12:00:00.000Z`);
      expect(await look(folder)).toMatch(/^FORK: .* another key/);
    });
  });
});

describe('a log that cannot be verified', () => {
  test('is reported if an entry was changed', async () => {
    site.entries = bans(3);
    site.lies.set('/log/tile/entries/000.p/3', bundleOf([...bans(2), ...bans(4).slice(3)]));
    await withFolder(async (folder) => {
      expect(await look(folder)).toBe('the entries are not those that the checkpoint signs');
      expect(await readdir(folder)).toEqual([]);
    });
  });

  test.each<[string, () => void, RegExp]>([
    [
      'has fewer entries than the checkpoint',
      () => site.lies.set('/log/checkpoint', site.notary.checkpoint(bans(300), 400)),
      /entries\/001 is cut off: the checkpoint signs 400 entries/,
    ],
    [
      'has a bundle that is cut off within an entry',
      () => site.lies.set('/log/tile/entries/000', bundleOf(bans(256)).subarray(0, -1)),
      /entries\/000 is cut off/,
    ],
    [
      'has a bundle that is cut off within a length',
      () =>
        site.lies.set('/log/tile/entries/000', Buffer.concat([bundleOf(bans(255)), Buffer.of(0)])),
      /entries\/000 is cut off/,
    ],
    [
      'is on a site that ends a connection early',
      () =>
        site.lies.set('/log/tile/entries/000', (response) => {
          response.writeHead(200, { 'content-length': '1000' }).write('a');
          response.socket?.end();
        }),
      /entries\/000 does not answer \(.*\): try again later/,
    ],
    [
      'has a bundle of 20 MB',
      () => site.lies.set('/log/tile/entries/000', Buffer.alloc(20_000_001)),
      /entries\/000 is too large/,
    ],
    [
      'has a bundle that expands to 100 MB when decompressed',
      () =>
        site.lies.set('/log/tile/entries/000', (response) =>
          response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(100_000_000))),
        ),
      /entries\/000 is too large/,
    ],
    [
      'has a web page in place of its checkpoint',
      () => site.lies.set('/log/checkpoint', '<!doctype html>'),
      /checkpoint is not a checkpoint that \S+ signed/,
    ],
    [
      'has no key',
      () => site.lies.set('/.well-known/tlog-vkey', statusOf(404)),
      /tlog-vkey is not the key of a log, such as \S+: name a site of Pyramidion/,
    ],
    [
      'has a key with a wrong ID',
      () =>
        site.lies.set('/.well-known/tlog-vkey', site.notary.vkey.replace(/\+\w{8}/, '+00000000')),
      /is not a checkpoint that \S+ signed/,
    ],
    [
      'has a web page in place of its key',
      () => site.lies.set('/.well-known/tlog-vkey', '<!doctype html>'),
      /tlog-vkey is not the key of a log/,
    ],
    [
      'is on a site that redirects to another site',
      () =>
        site.lies.set('/log/checkpoint', (response) =>
          response.writeHead(308, { location: 'https://evil.example' }).end(),
        ),
      /checkpoint answers 308: name the site of https:\/\/evil\.example/,
    ],
    [
      'is on a server whose database is behind the checkpoint',
      () =>
        site.lies.set(
          '/log/checkpoint',
          statusOf(503, '{"detail":"The database is behind its newest checkpoint."}'),
        ),
      /checkpoint answers 503: The database is behind its newest checkpoint\./,
    ],
    [
      'has a checkpoint that was changed after signing',
      () =>
        site.lies.set(
          '/log/checkpoint',
          site.notary.checkpoint(bans(300)).replace('\n300\n', '\n299\n'),
        ),
      /is not a checkpoint that \S+ signed/,
    ],
    [
      'has the checkpoint of another log',
      () => site.lies.set('/log/checkpoint', new Notary('other.example/log').checkpoint([])),
      /is not a checkpoint that \S+ signed/,
    ],
    [
      'has a checkpoint with a malformed size',
      () => site.lies.set('/log/checkpoint', site.notary.checkpoint([]).replace('\n0\n', '\n00\n')),
      /is not a checkpoint/,
    ],
  ])('is reported if it %s', async (_what, lie, what) => {
    site.entries = bans(300);
    lie();
    await withFolder(async (folder) => {
      await expect(look(folder)).rejects.toThrow(what);
      expect(await readdir(folder)).toEqual([]);
    });
  });
});

describe('the state file', () => {
  test.each(['', '{}', 'null', '{"vkey":"a","checkpoint":"b"}'])(
    'is rejected and left unchanged if its content is invalid: %j',
    async (content) => {
      await withFolder(async (folder) => {
        await writeFile(join(folder, 'state.json'), content);
        await expect(look(folder)).rejects.toThrow('state.json is not a state file of verify');
        expect(await remembered(folder)).toBe(content);
      });
    },
  );

  test('is named in the error message if it cannot be written', async () => {
    await withFolder(async (folder) => {
      await expect(look(join(folder, 'missing'))).rejects.toThrow(
        /missing\/state\.json cannot be written \(.*ENOENT.*\): name another file with --state/,
      );
    });
  });
});

/** Runs `verify` in a folder. */
async function runIn(folder: string, ...words: string[]) {
  const child = spawnOps('', ['verify', ...words], {}, folder);
  const said = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)));
  await once(child, 'close');
  const [stdout = '', stderr = ''] = await said;
  return { status: child.exitCode, stdout, stderr };
}

describe('the command verify on a site', () => {
  const run = (folder: string, ...words: string[]) => runIn(folder, site.url, ...words);

  const [top, recruit, other] = [newSigner(), newSigner(), newSigner()];

  beforeEach(() => {
    const own = termsOf(site.url, top.address);
    site.entries = [
      textOf(proofEntry(0, recruit, top.address, own)),
      textOf({ action: 'revoke', subject: recruit.address, why: 'a test', at: AT }),
    ];
  });

  test('checks the whole log, and prints the size of the log at the last run', async () => {
    await withFolder(async (folder) => {
      const { status, stdout, stderr } = await run(folder);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(
        new RegExp(`Site +${site.url}\nLog +${site.host}/log\nLast run +none\n`),
      );
      expect(stdout).toContain(`entry 1, ${AT}: revoke ${recruit.address}: a test\n`);
      expect(await readdir(folder)).toEqual([`${site.host.replace(':', '_')}.log-state.json`]);
      expect((await run(folder)).stdout).toMatch(/Last run +2 entries\n/);
    });
  });

  test('accepts proofs for the site, and for former sites that --domain names', async () => {
    const former = termsOf('https://former.example', top.address);
    site.entries.push(textOf(proofEntry(2, other, top.address, former)));
    await withFolder(async (folder) => {
      const { status, stdout } = await run(folder);
      expect(stdout).toContain(`entry 2: it was signed for former.example, not ${site.host}`);
      expect(status).toBe(1);
      expect(await readdir(folder)).toEqual([]);
      expect((await run(folder, '--domain', 'former.example')).status).toBe(0);
    });
  });

  test('prints both checkpoints of a fork, and exits 1', async () => {
    await withFolder(async (folder) => {
      await run(folder);
      const before = site.notary.checkpoint(site.entries);
      site.entries = site.entries.slice(0, 1);
      const now = site.notary.checkpoint(site.entries);
      const { status, stdout } = await run(folder);
      expect(status).toBe(1);
      expect(stdout).toContain(`Checkpoint of the last run:\n${before}`);
      expect(stdout).toContain(`Checkpoint now:\n${now}`);
      expect(stdout).toMatch(/FORK: [^]*NOT everything holds\.\n$/);
      const { log } = verifyReportSchema.parse(JSON.parse((await run(folder, '--json')).stdout));
      expect(log).toEqual({
        checkpoint: now,
        checkpointBefore: before,
      });
    });
  });

  test('exits 1 for a wrong signature, and 2 if the site answers 503', async () => {
    await withFolder(async (folder) => {
      const { vkey } = new Notary(site.notary.name);
      const wrong = await run(folder, '--vkey', vkey);
      expect([wrong.status, wrong.stdout]).toEqual([1, '']);
      expect(wrong.stderr).toMatch(/^error: \S+ is not a checkpoint that \S+ signed\n$/);
      site.lies.set('/log/checkpoint', statusOf(503, '{"detail":"Not now."}'));
      const { status, stderr } = await run(folder);
      expect([status, stderr]).toEqual([
        2,
        `error: ${site.url}/log/checkpoint answers 503: Not now.\n`,
      ]);
    });
  });
  test('exits 2 if the connection is refused', async () => {
    const closed = await LogSite.start();
    const { url } = closed;
    await closed.close();
    await withFolder(async (folder) => {
      const { status, stderr } = await runIn(folder, url);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^error: \S+ does not answer \(.*ECONNREFUSED.*\): try again later\n$/,
      );
    });
  });
});

describe('the log of a server', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer({ TRUST_PROXY: '1' });
  });

  afterEach(() => server.close());

  const signIn = (signer: Signer, referrer?: string) =>
    new Visitor(server.url).signIn(signer, referrer);

  /** Waits for a checkpoint of this size. The server signs at most one checkpoint a second. */
  async function published(size: number): Promise<void> {
    const sizeOf = async () =>
      (await (await fetch(`${server.url}/log/checkpoint`)).text()).split('\n')[1];
    await eventually(sizeOf, String(size));
  }

  test('passes verify as it grows, and so do the leaderboards', async () => {
    const [top, recruit, other] = [newSigner(), newSigner(), newSigner()];
    await signIn(top);
    await signIn(recruit, top.address);
    await signIn(other, recruit.address);
    await published(2);
    await withFolder(async (folder) => {
      const board = join(folder, 'board.json');
      const verify = async (...words: string[]) => {
        const { stdout } = await runIn(folder, server.url, '--json', ...words);
        return verifyReportSchema.parse(JSON.parse(stdout));
      };
      const compare = async (query: string) => {
        await writeFile(board, await (await fetch(`${server.url}/api/leaderboard${query}`)).text());
        return verify('--domain', 'localhost:3000', '--leaderboard', board);
      };
      const agreed = { ok: true, differences: [], domains: ['localhost:3000'] };
      expect(await compare('')).toMatchObject({ ...agreed, proofs: 2, referrers: 2 });
      await act(server.database.writer, new Clock(), 'revoke', other.address, 'a test');
      await signIn(newSigner(), top.address);
      await published(4);
      for (const query of ['', '?window=week']) {
        const report = await compare(query);
        expect(report).toMatchObject({ ...agreed, entries: 4, proofs: 3, withheld: 1 });
        expect(report.log?.checkpointBefore).toMatch(/^localhost:3000\/log\n/);
      }
      expect(await verify()).toMatchObject({ ok: false, proofs: 3 });
    });
  });
});
