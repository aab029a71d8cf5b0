import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Clock } from '../../src/core/clock.js';
import { ModerationService } from '../../src/moderation/moderation.service.js';
import { Audit } from '../../src/verify/audit.js';
import { verifyReportSchema } from '../../src/ops/verify/command.js';
import { readDownload } from '../../src/ops/verify/download.js';
import { LogCheck } from '../../src/verify/log-check.js';
import { readState, writeState } from '../../src/ops/verify/state.js';
import type { LogEntry } from '../../src/transparency-log/log-entry.schema.js';
import { LogSite, Notary, statusOf } from './log-site.js';
import { proofEntry, termsOf } from './proof-entries.js';
import { eachInFolder } from '../support/each-in-folder.js';
import { getLeaderboard } from '../support/api.js';
import { callOps } from '../support/call-ops.js';
import { spawnOps } from '../support/run-ops.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

let folder: string;

eachInFolder((made) => (folder = made));

const AT = '2026-11-22T12:00:00.000Z';

let site: LogSite;

beforeEach(async () => {
  site = await LogSite.start();
});

afterEach(() => site.close());

const textOf = (entry: LogEntry): string => JSON.stringify(entry);

const BANS = Array.from({ length: 700 }, (_, index) =>
  textOf({ action: 'ban', subject: wallet(index), why: 'a test', at: AT }),
);

/** Returns `count` entries for bans, which need no signature. */
const bans = (count: number): string[] => BANS.slice(0, count);

/** Checks a log. Returns its fault; if it has none, remembers the checkpoint and returns null. */
async function look(
  folder: string,
  { vkey, acceptNewLog = false }: { vkey?: string; acceptNewLog?: boolean } = {},
  source: URL | string = new URL(site.url),
) {
  const audit = new Audit();
  const state = join(folder, 'state.json');
  const log = new LogCheck(audit, await readState(state), vkey);
  await readDownload(source, (line) => log.read(line));
  audit.finish();
  const [fault, ...more] = log.finish(acceptNewLog);
  expect(more).toEqual([]);
  if (fault !== undefined) return fault;
  expect(audit.differences).toEqual([]);
  if (log.checkpoint !== null) await writeState(state, log.checkpoint);
  return null;
}

function serve(entries: readonly string[], note: string): void {
  site.lie = site.notary.download(entries, note);
}

const remembered = (folder: string): Promise<string> =>
  readFile(join(folder, 'state.json'), 'utf8');

describe('reading the log of a site', () => {
  test.each([0, 1, 256, 257])('accepts %i entries that match the checkpoint', async (size) => {
    site.entries = bans(size);
    expect(await look(folder)).toBeNull();
    const { notary, entries } = site;
    const state = { vkey: notary.vkey, checkpoint: notary.checkpoint(entries) };
    expect(JSON.parse(await remembered(folder))).toEqual(state);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  test('accepts a log that has not changed, or has grown, since the last run', async () => {
    for (const size of [0, 3, 3, 256, 700]) {
      site.entries = bans(size);
      expect(await look(folder)).toBeNull();
      expect(JSON.parse(await remembered(folder))).toMatchObject({
        checkpoint: site.notary.checkpoint(site.entries),
      });
    }
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('accepts a download that is compressed by %s', async (encoding, compress) => {
    site.entries = bans(300);
    const body = compress(site.notary.download(site.entries));
    site.lie = (response) => response.writeHead(200, { 'content-encoding': encoding }).end(body);
    expect(await look(folder)).toBeNull();
  });

  test('accepts a download that is sent byte by byte', async () => {
    site.entries = bans(2);
    site.lie = (response) => {
      const bytes = Buffer.from(site.notary.download(site.entries));
      for (const byte of bytes) response.write(Buffer.of(byte));
      response.end();
    };
    expect(await look(folder)).toBeNull();
  });

  test('ignores a signature by another key, above or below the signature of the log', async () => {
    site.entries = bans(3);
    const note = site.notary.checkpoint(site.entries);
    const other = `— other.example ${Buffer.alloc(76).toString('base64')}\n`;
    for (const signed of [`${note}${other}`, note.replace('\n\n', `\n\n${other}`)]) {
      serve(site.entries, signed);
      expect(await look(folder)).toBeNull();
    }
  });
});

describe('a site that has changed its log or its key', () => {
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
    site.entries = bans(300);
    await look(folder);
    const before = await remembered(folder);
    site.entries = entries;
    for (const _again of [1, 2]) {
      expect(await look(folder)).toMatch(what);
      expect(await remembered(folder)).toBe(before);
    }
  });

  test('is reported if it changed its key', async () => {
    site.entries = bans(3);
    const { vkey } = site.notary;
    await look(folder);
    site.notary = new Notary(site.notary.name);
    expect(await look(folder)).toMatch(/^FORK: .* another key/);
    expect(await look(folder, { vkey })).toBe(`the checkpoint is not signed by ${vkey}`);
  });
});

describe('a new log', () => {
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
    },
  );

  test.each([
    ['that of another log', () => new Notary('other.example/log').checkpoint(bans(300))],
    ['signed by another key', () => new Notary(site.notary.name).checkpoint(bans(300))],
    ['text that is not a checkpoint', () => 'a former checkpoint'],
    ['a checkpoint older than that of the last run', () => site.notary.checkpoint(bans(200))],
    [
      'a checkpoint of the same size for other entries',
      () => site.notary.checkpoint(bans(301).slice(1)),
    ],
  ])(
    'is reported as a fork if the former checkpoint that it names is %s',
    async (_what, former) => {
      site.entries = bans(300);
      await look(folder);
      replaceLog(bans(200), former());
      const options = { acceptNewLog: true } as const;
      expect(await look(folder, options)).toMatch(/^FORK: .* another key/);
    },
  );

  test('that changes an entry after being accepted is reported as a fork, even with --accept-new-log', async () => {
    site.entries = bans(300);
    await look(folder);
    replaceLog(bans(200), '');
    expect(await look(folder, { acceptNewLog: true })).toBeNull();
    const accepted = await remembered(folder);
    const [start = ''] = site.entries.slice(-1);
    site.entries = [...bans(201).slice(1), start];
    expect(await look(folder, { acceptNewLog: true })).toMatch(/FORK: the first 201 entries/);
    expect(await remembered(folder)).toBe(accepted);
  });

  test('is reported as a fork if its name does not end with the time of its announcement', async () => {
    site.entries = bans(300);
    await look(folder);
    replaceLog(bans(200), '');
    site.notary = new Notary(`${site.host}/log/2026-11-23T12:00:00.000Z`);
    expect(await look(folder)).toMatch(/^FORK: .* another key/);
  });
});

describe('a damaged download', () => {
  const SIZE = 300;
  const whole = bans(SIZE);
  const MISSING = /^the checkpoint signs 300 entries, but 29\d are here$/;
  const OTHERS = /^the entries are not those that the checkpoint signs$/;
  const UNSIGNED = /^the last line is not a checkpoint: the download was cut off, or .* again$/;

  /** Returns a download of these entries with the checkpoint of the undamaged log. */
  const linesOf = (entries: readonly string[]): string =>
    site.notary.download(entries, site.notary.checkpoint(whole));

  test.each<[string, () => string, RegExp]>([
    ['lacks its first line', () => linesOf(whole.slice(1)), MISSING],
    ['lacks its last two entries', () => linesOf(whole.slice(0, -2)), MISSING],
    ['lacks a line in the middle', () => linesOf(whole.toSpliced(100, 1)), MISSING],
    ['lacks all entries', () => linesOf([]), /^the checkpoint signs 300 entries, but 0 are here$/],
    ['has its checkpoint first', () => linesOf([]) + whole.join('\n'), /but 0 are here|last line/],
    [
      'has an entry twice',
      () => linesOf([...whole, ...whole.slice(-1)]),
      /^the checkpoint signs 300 entries, but 301 are here$/,
    ],
    ['has its entries in reverse order', () => linesOf(bans(SIZE).reverse()), OTHERS],
    ['has a changed entry', () => linesOf(whole.with(7, bans(301).slice(-1).join(''))), OTHERS],
    [
      'has the checkpoint of another log',
      () => new Notary('other.example/log').download(whole, new Notary('x/log').checkpoint(whole)),
      /^the checkpoint is not signed by other\.example\/log\+/,
    ],
    [
      'has a checkpoint that was changed after signing',
      () =>
        site.notary.download(
          whole.slice(1),
          site.notary.checkpoint(whole).replace('\n300\n', '\n299\n'),
        ),
      /^the checkpoint is not signed by /,
    ],
    [
      'has a checkpoint with a malformed size',
      () => site.notary.download([], site.notary.checkpoint([]).replace('\n0\n', '\n00\n')),
      /^the checkpoint is not signed by /,
    ],
    [
      'has a key with a wrong ID',
      () => linesOf(whole).replace(/\+[\da-f]{8}\+/, '+00000000+'),
      /^the checkpoint is not signed by /,
    ],
    [
      'has a web page in place of its key',
      () => linesOf(whole).replace(/"vkey":"[^"]+"/, '"vkey":"<!doctype html>"'),
      /^the checkpoint is not signed by <!doctype html>$/,
    ],
    [
      'has an unknown field in the line of its checkpoint',
      () => linesOf(whole).replace('"vkey"', '"size":300,"vkey"'),
      UNSIGNED,
    ],
  ])('is rejected if it %s, as a file and on a site', async (_what, damaged, what) => {
    const file = join(folder, 'proofs.jsonl');
    site.lie = damaged();
    await writeFile(file, site.lie);
    for (const source of [file, new URL(site.url)]) {
      const [fault = ''] = await faultsOf(source);
      expect(fault).toMatch(what);
    }
  });

  async function faultsOf(source: URL | string): Promise<string[]> {
    const log = new LogCheck(new Audit(), null);
    await readDownload(source, (line) => log.read(line));
    return log.finish(false);
  }

  test('is rejected wherever it is cut off, except just before its last line break', async () => {
    const text = site.notary.download(bans(2));
    const file = join(folder, 'proofs.jsonl');
    for (let length = 0; length < text.length - 1; length += 1) {
      await writeFile(file, text.slice(0, length));
      expect(await faultsOf(file)).toEqual([expect.stringMatching(UNSIGNED)]);
    }
    await writeFile(file, text.slice(0, -1));
    expect(await faultsOf(file)).toEqual([]);
  });
});

test('a line that is not UTF-8 is reported as damaged', () => {
  const audit = new Audit();
  const log = new LogCheck(audit, null);
  const line = Buffer.from(bans(1).join());
  log.read(line);
  line[line.indexOf('a test') + 1] = 0xff;
  log.read(line);
  audit.finish();
  const what = expect.stringContaining('cut off or damaged');
  expect(audit.differences).toEqual([{ index: 1, what }]);
});

describe('a download that was resumed', () => {
  test.each([
    ['cut off', () => bans(200).join('\n')],
    ['complete', () => site.notary.download(bans(200)).trimEnd()],
  ])('is accepted if its first part is %s', async (_what, part) => {
    const file = join(folder, 'proofs.jsonl');
    const rest = site.notary.download(bans(300).slice(200), site.notary.checkpoint(bans(300)));
    await writeFile(file, `${part()}\n${rest}`);
    expect(await look(folder, {}, file)).toBeNull();
    expect(await look(folder, { vkey: site.notary.vkey }, file)).toBeNull();
  });

  test.each<[string, () => string, RegExp]>([
    [
      'its entries do not match an earlier checkpoint',
      () => site.notary.checkpoint(bans(201).slice(1)),
      /^the entries are not those that the checkpoint signs$/,
    ],
    [
      'an earlier checkpoint signs fewer entries',
      () => site.notary.checkpoint(bans(199)),
      /^the checkpoint signs 199 entries, but 200 are here$/,
    ],
    [
      'an earlier checkpoint has no valid signature',
      () => new Notary(site.notary.name).checkpoint(bans(200)),
      /^the checkpoint is not signed by/,
    ],
  ])('is rejected if %s', async (_what, earlier, what) => {
    const file = join(folder, 'proofs.jsonl');
    const rest = site.notary.download(bans(300).slice(200), site.notary.checkpoint(bans(300)));
    await writeFile(file, site.notary.download(bans(200), earlier()) + rest);
    expect(await look(folder, {}, file)).toMatch(what);
  });

  test('is rejected if its parts are of two logs', async () => {
    const file = join(folder, 'proofs.jsonl');
    const other = new Notary(site.notary.name);
    const rest = other.download(bans(300).slice(200), other.checkpoint(bans(300)));
    await writeFile(file, site.notary.download(bans(200)) + rest);
    expect(await look(folder, {}, file)).toBe(
      `the checkpoints are of two logs: ${site.notary.vkey} and ${other.vkey}`,
    );
  });
});

describe('a site that does not send a download', () => {
  test.each<[string, () => void, RegExp]>([
    [
      'ends the connection early',
      () => {
        site.lie = (response) => {
          response.writeHead(200, { 'content-length': '1000' }).write('a');
          response.socket?.end();
        };
      },
      /\/api\/proofs does not answer to the end \(.*\): try again later/,
    ],
    [
      'sends a line of 70,000 bytes',
      () => (site.lie = 'a'.repeat(70_000)),
      /is not a download of GET \/api\/proofs: a line is longer than 65536 bytes/,
    ],
    [
      'sends 100 MB in one line, compressed',
      () =>
        (site.lie = (response) =>
          response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(Buffer.alloc(100_000_000)))),
      /a line is longer than 65536 bytes/,
    ],
    [
      'answers 404',
      () => (site.lie = statusOf(404)),
      /\/api\/proofs answers 404: name a site of Pyramidion/,
    ],
    [
      'redirects to another site',
      () =>
        (site.lie = (response) =>
          response.writeHead(308, { location: 'https://evil.example' }).end()),
      /answers 308: name the site of https:\/\/evil\.example/,
    ],
    [
      'does not publish its log now',
      () => (site.lie = statusOf(503, '{"detail":"The database is behind its checkpoint."}')),
      /answers 503: The database is behind its checkpoint\./,
    ],
    [
      'answers 500 with a page of 1 MB',
      () => (site.lie = statusOf(500, 'a'.repeat(1_000_000))),
      /answers 500: name a site of Pyramidion/,
    ],
  ])('is reported if it %s', async (_what, lie, what) => {
    lie();
    await expect(look(folder)).rejects.toThrow(what);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the state file', () => {
  test.each(['', '{}', 'null', '{"vkey":"a","checkpoint":"b"}'])(
    'is rejected and left unchanged if its content is invalid: %j',
    async (content) => {
      await writeFile(join(folder, 'state.json'), content);
      await expect(look(folder)).rejects.toThrow('state.json is not a state file of verify');
      expect(await remembered(folder)).toBe(content);
    },
  );

  test('is named in the error message if it cannot be written', async () => {
    await expect(look(join(folder, 'missing'))).rejects.toThrow(
      /missing\/state\.json cannot be written \(.*ENOENT.*\): name another file with --state/,
    );
  });

  test('is named in the error message if it cannot be read', async () => {
    await mkdir(join(folder, 'state.json'));
    const { status, stderr } = await runIn(folder, site.url);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^error: .*state\.json cannot be read \(.*EISDIR.*\): make it readable, or name another file with --state\n$/,
    );
  });
});

const runIn = (folder: string, ...words: string[]) =>
  callOps('', ['verify', ...words, '--state', join(folder, 'state.json')]);

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

  test('prints the site, the operator’s action, and the size of the log at the last run', async () => {
    const child = spawnOps('', ['verify', site.url], {}, folder);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      new RegExp(`Site +${site.url}\nLog +${site.host}/log\nLast run +none\n`),
    );
    expect(stdout).toContain(`entry 1, ${AT}: revoke ${recruit.address}: a test\n`);
    const state = `${site.host.replace(':', '_')}.log-state.json`;
    expect(await readdir(folder)).toEqual([state]);
    const again = await callOps('', ['verify', site.url, '--state', join(folder, state)]);
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Last run +2 entries\n/),
    });
  });

  test('accepts proofs for the site, and for a former site that --domain names', async () => {
    const former = termsOf('https://former.example', top.address);
    site.entries.push(textOf(proofEntry(2, other, top.address, former)));
    const { status, stdout } = await run(folder);
    expect(stdout).toContain(`entry 2: it was signed for former.example, not ${site.host}`);
    expect(status).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    expect((await run(folder, '--domain', 'former.example')).status).toBe(0);
  });

  test('prints both checkpoints of a fork, and exits 1', async () => {
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

  test('exits 1 if the checkpoint is not signed by the key of --vkey, and 2 if the site answers 503', async () => {
    const { vkey } = new Notary(site.notary.name);
    const wrong = await run(folder, '--vkey', vkey);
    expect([wrong.status, wrong.stdout]).toEqual([
      1,
      expect.stringContaining(`the checkpoint is not signed by ${vkey}\nNOT everything holds.`),
    ]);
    site.lie = statusOf(503, '{"detail":"Not now."}');
    const { status, stderr } = await run(folder);
    expect([status, stderr]).toEqual([2, `error: ${site.url}/api/proofs answers 503: Not now.\n`]);
  });

  test('exits 1 if the log is of another site, unless --domain names that site', async () => {
    site.notary = new Notary('other.example/log');
    const { status, stdout } = await run(folder);
    expect(stdout).toContain(
      `this is the log of other.example, signed for ${site.host}: --domain says which are right`,
    );
    expect(status).toBe(1);
    expect((await run(folder, '--domain', 'other.example')).status).toBe(0);
  });

  test('names a port that Node does not connect to', async () => {
    expect(await callOps('', ['verify', 'http://127.0.0.1:1'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('http://127.0.0.1:1 has a port that'),
    });
  });

  test('exits 2 if the connection is refused', async () => {
    const closed = await LogSite.start();
    const { url } = closed;
    await closed.close();
    const { status, stderr } = await callOps('', ['verify', url]);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^error: \S+ does not answer to the end \(.*ECONNREFUSED.*\): try again later\n$/,
    );
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

  test('passes verify as it grows, and so does each page of the leaderboards', async () => {
    const [top, recruit, other] = [newSigner(), newSigner(), newSigner()];
    await signIn(top);
    await signIn(recruit, top.address);
    await signIn(other, recruit.address);
    const board = join(folder, 'board.json');
    const verify = async (...words: string[]) => {
      const { stdout } = await runIn(folder, server.url, '--json', ...words);
      return verifyReportSchema.parse(JSON.parse(stdout));
    };
    const compare = async (query: string) => {
      await writeFile(board, await (await fetch(`${server.url}/api/leaderboard${query}`)).text());
      return verify('--domain', 'localhost:3000', '--leaderboard', board);
    };
    const agreed = {
      ok: true,
      differences: [],
      leaderboardDifferences: [],
      domains: ['localhost:3000'],
    };
    const { next } = await getLeaderboard(server.url, '?limit=1');
    for (const query of [
      '',
      '?limit=1',
      `?cursor=${next}`,
      `?limit=1&around=${recruit.address}`,
      `?around=${other.address}`,
    ]) {
      expect(await compare(query)).toMatchObject({ ...agreed, proofs: 2, referrers: 2 });
    }
    await new ModerationService(server.database.writer, new Clock()).revoke(
      other.address,
      'a test',
    );
    await signIn(newSigner(), top.address);
    for (const query of ['', '?window=week']) {
      const report = await compare(query);
      expect(report).toMatchObject({ ...agreed, entries: 4, proofs: 3, withheld: 1 });
      expect(report.log?.checkpointBefore).toMatch(/^localhost:3000\/log\n/);
    }
    expect(await verify()).toMatchObject({ ok: false, proofs: 3 });
  });

  test('is not accused if a proof was added after the download of the leaderboard', async () => {
    const top = newSigner();
    await signIn(top);
    await signIn(newSigner(), top.address);
    const board = join(folder, 'board.json');
    const download = async () => writeFile(board, JSON.stringify(await getLeaderboard(server.url)));
    const verify = () =>
      runIn(folder, server.url, '--domain', 'localhost:3000', '--leaderboard', board);
    await download();
    await signIn(newSigner(), top.address);
    const { status, stdout } = await verify();
    expect(stdout).toContain(`${top.address} has 1 proven recruits on the leaderboard, 2 here\n`);
    expect(stdout).toMatch(
      /Only the leaderboard differs\. .*: download the leaderboard again, .*\n$/,
    );
    expect(stdout).not.toMatch(/NOT everything|Checkpoint now/);
    expect(status).toBe(1);
    await download();
    expect((await verify()).status).toBe(0);
  });
});
