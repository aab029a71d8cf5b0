import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { toCsv } from '../../src/ops/export.js';
import { referralStatusSchema } from '../../src/referral/referral.schema.js';
import { claim, downloadEntries } from '../support/api.js';
import { callOps } from '../support/call-ops.js';
import { insertMany } from '../support/data/insert-many.js';
import { PORT, runOpsInto, spawnOps } from '../support/run-ops.js';
import { newSigner, type Signer } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const NOW = '2026-11-21T12:00:00.000Z';

/** More rows than an export reads at a time, and more than a pipe can buffer. */
const MANY = 2_300;

const exportedReferralSchema = z.strictObject({
  recruit: z.string(),
  referrer: z.string(),
  status: referralStatusSchema,
  claimedAt: z.iso.datetime(),
  provenAt: z.iso.datetime().nullable(),
  logIndex: z.int().nonnegative().nullable(),
  week: z.string().nullable(),
});

const exportedEntrySchema = z.strictObject({
  number: z.int().positive(),
  wallet: z.string(),
  cause: z.enum(['recruit', 'check-in', 'reversal', 'ban', 'unban']),
  reference: z.string(),
  points: z.int(),
  total: z.int(),
  recordedAt: z.iso.datetime(),
});

let server: TestServer;
const [top, proven, revoked, declined] = [newSigner(), newSigner(), newSigner(), newSigner()];

async function exported(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await callOps(server.databaseUrl, ['export', ...words]);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

function parseLines(jsonLines: string): unknown[] {
  return jsonLines
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));
}

function readReferrals(jsonLines: string) {
  return parseLines(jsonLines).map((row) => exportedReferralSchema.parse(row));
}

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '1', PORT });
  const signIn = (signer: Signer, referrer?: string) =>
    new Visitor(server.url).signIn(signer, referrer);
  await signIn(top);
  await signIn(proven, top.address);
  await signIn(revoked, top.address);
  await claim(server.url, top.address, wallet('claim'));
  await claim(server.url, top.address, declined.address);
  const visitor = new Visitor(server.url);
  await visitor.signIn(declined);
  await visitor.send('DELETE', '/api/referral');
  await callOps(server.databaseUrl, ['revoke', revoked.address, '--why', 'a wallet of its own']);
});

afterAll(() => server.close());

describe('ops export, while the server serves,', () => {
  test('writes referrals as CSV with a header, CRLF, and empty cells for null', async () => {
    const [heading, ...rows] = (await exported('referrals')).split('\r\n');
    expect(heading).toBe('recruit,referrer,status,claimedAt,provenAt,logIndex,week');
    expect(rows.pop()).toBe('');
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          new RegExp(`^${wallet('claim')},${top.address},claimed,[\\d:.TZ-]{24},,,$`),
        ),
        expect.stringMatching(
          new RegExp(
            `^${proven.address},${top.address},proven(,[\\d:.TZ-]{24}){2},0,\\d{4}-W\\d\\d$`,
          ),
        ),
      ]),
    );
    expect(rows).toHaveLength(2);
  });

  test('writes the ledger as JSON, one entry per line, with reversals', async () => {
    const entries = parseLines(await exported('ledger', '--format', 'json')).map((entry) =>
      exportedEntrySchema.parse(entry),
    );
    const ofTop = entries.filter((entry) => entry.wallet === top.address);
    expect(ofTop.map(({ points, total }) => [points, total])).toEqual([
      [100, 100],
      [1000, 1100],
      [1000, 2100],
      [-1000, 1100],
    ]);
  });

  test('writes the transparency log as CSV, with empty cells for the fields that an entry lacks', async () => {
    const [heading, ...rows] = (await exported('proofs')).split('\r\n');
    expect(heading).toBe(
      'action,message,signature,recruit,referrer,at,formerCheckpoint,why,subject',
    );
    expect(rows.at(-2)).toMatch(
      new RegExp(`^revoke,,,,,[\\d:.TZ-]{24},,a wallet of its own,${revoked.address}$`),
    );
  });

  test('writes ended claims with the reason', async () => {
    expect(parseLines(await exported('claim-history', '--json'))).toEqual([
      expect.objectContaining({
        recruit: declined.address,
        referrer: top.address,
        reason: 'declined',
      }),
    ]);
  });

  test('writes the same log entries as the API, but no checkpoint', async () => {
    const lines = await exported('proofs', '--json');
    expect(lines).toBe(await downloadEntries(server.url));
    expect(parseLines(lines)).toEqual([
      expect.objectContaining({ action: 'prove', recruit: proven.address }),
      expect.objectContaining({ action: 'prove', recruit: revoked.address }),
      expect.objectContaining({ action: 'revoke', subject: revoked.address }),
    ]);
  });
});

describe('an export of many rows', () => {
  const recruits = Array.from({ length: MANY }, (_, index) => wallet(index));

  beforeAll(async () => {
    const { writer } = server.database;
    const wallets = recruits.map((address) => [address, NOW]);
    await insertMany(writer, 'wallet (address, joined_at)', wallets);
    const referrals = recruits.map((recruit) => [recruit, top.address, 'claimed', NOW]);
    await insertMany(writer, 'referral (recruit, referrer, status, claimed_at)', referrals);
  });

  test('contains every row once, across pages', async () => {
    const rows = readReferrals(await exported('referrals', '--json'));
    expect(rows.map(({ recruit }) => recruit).sort()).toEqual(
      [...recruits, proven.address, wallet('claim')].sort(),
    );
  });

  test('ends silently if its reader has closed the pipe', async () => {
    const child = spawnOps(server.databaseUrl, ['export', 'referrals']);
    const complaints: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    await once(child.stdout, 'readable');
    child.stdout.destroy();
    await once(child, 'close');
    expect([child.exitCode, Buffer.concat(complaints).toString()]).toEqual([0, '']);
  });

  test('exits with 2 and one line if the disk is full', () => {
    const { status, stderr } = runOpsInto('/dev/full', server.databaseUrl, 'export', 'referrals');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: the output cannot be written \([^\n]*ENOSPC[^\n]+\n$/),
    ]);
  });
});

describe('a CSV file', () => {
  test('starts with a byte order mark, but a JSON file does not', async () => {
    const fraud = newSigner();
    await new Visitor(server.url).signIn(fraud, top.address);
    const why = 'Łódź: même personne, 同一人';
    await callOps(server.databaseUrl, ['revoke', fraud.address, '--why', why]);
    const output = join(tmpdir(), `pyramidion-${fraud.address}.csv`);
    try {
      expect(runOpsInto(output, server.databaseUrl, 'export', 'proofs').status).toBe(0);
      const bytes = await readFile(output);
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
      expect(bytes.indexOf(Buffer.of(0xef, 0xbb, 0xbf), 3)).toBe(-1);
      const [heading, ...rows] = new TextDecoder().decode(bytes).split('\r\n');
      expect(heading).toMatch(/^action,/);
      expect(rows.at(-2)).toContain(',"Łódź: même personne, 同一人",');
      runOpsInto(output, server.databaseUrl, 'export', 'proofs', '--json');
      expect(await readFile(output, 'latin1')).toMatch(/^\{/);
    } finally {
      await rm(output, { force: true });
    }
  });
});

describe('a CSV cell', () => {
  const spell = (cell: string): string => toCsv(['cell'], [{ cell }]);

  test.each([
    ['=1+1', "'=1+1\r\n"],
    ['+1', "'+1\r\n"],
    ['-1', "'-1\r\n"],
    ['@SUM(A1)', "'@SUM(A1)\r\n"],
    ['\t=1', "'\t=1\r\n"],
    ['\r=1', `"'\r=1"\r\n`],
  ])('becomes text if a spreadsheet would read it as a formula: %j', (cell, spelled) => {
    expect(spell(cell)).toBe(spelled);
  });

  test('remains a number if it is a negative number', () => {
    expect(toCsv(['points'], [{ points: -1000 }])).toBe('-1000\r\n');
  });

  test.each([
    ['a,b', '"a,b"\r\n'],
    ['a "b"', '"a ""b"""\r\n'],
    ['a\nb', '"a\nb"\r\n'],
    ['a\r\nb', '"a\r\nb"\r\n'],
  ])('is quoted if it contains a comma, a quotation mark or a line break: %j', (cell, spelled) => {
    expect(spell(cell)).toBe(spelled);
  });
});
