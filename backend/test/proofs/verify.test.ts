import { describe, expect, test } from '@jest/globals';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Audit, compareLeaderboard } from '../../src/ops/verify/audit.js';
import { verifyReportSchema } from '../../src/ops/verify/command.js';
import { leaderboardSchema } from '../../src/leaderboard/leaderboard.schema.js';
import type { ProofLine } from '../../src/proofs/proofs.schema.js';
import { nonceOf, proofLine } from './proof-lines.js';
import { runOps, type OpsEnding } from '../support/run-ops.js';
import { newSigner } from '../support/signer.js';
import { withFolder } from '../support/temporary-database.js';
import { startTestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';
import { wallet } from '../support/wallets.js';

const [top, left, right, bottom] = [newSigner(), newSigner(), newSigner(), newSigner()];

/** Three valid proofs: two recruits of one wallet, and one a level lower. */
const honest: [ProofLine, ProofLine, ProofLine] = [
  proofLine(1, left, top.address),
  proofLine(2, right, top.address),
  proofLine(3, bottom, left.address),
];

/** Returns the head of a download with that many lines. */
const headOf = (lines: number): string =>
  JSON.stringify({ lines, origins: ['https://pyramidion.example'] });

function download(lines: readonly (ProofLine | string)[]): string {
  return `${headOf(lines.length)}\n${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}`;
}

function audit(
  lines: readonly (object | string)[],
  domains: readonly string[] = [],
  week: string | null = null,
  head: string | null = headOf(lines.length),
): Audit {
  const checked = week === null ? new Audit(domains) : new Audit(domains, week);
  if (head !== null) checked.read(head);
  for (const line of lines) checked.read(typeof line === 'string' ? line : JSON.stringify(line));
  checked.finish();
  return checked;
}

/** Replaces the second proof. */
function withSecond(second: ProofLine | string): (ProofLine | string)[] {
  return [honest[0], second, honest[2]];
}

function flipBit(base64: string, byte: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(byte) ^ 1, byte);
  return bytes.toString('base64');
}

/** Returns the line with a duplicate key `recruit`. */
function twice(line: ProofLine): string {
  return JSON.stringify(line).replace('{', `{"recruit":"${bottom.address}",`);
}

/** Returns the signature in non-canonical base64: different unused bits, same bytes. */
function looseBase64(line: ProofLine): ProofLine {
  return {
    ...line,
    signature: line.signature.replace(/.==$/, (end) => (end === 'g==' ? 'h==' : 'B==')),
  };
}

describe('verifying a file of proofs', () => {
  test('finds nothing wrong with what recruits have signed, and adds up its points', () => {
    const { differences, summary, points } = audit(honest);
    expect(differences).toEqual([]);
    const domains = ['pyramidion.example'];
    expect(summary).toEqual({ proofs: 3, withheld: [], lastNumber: 3, domains, referrers: 2 });
    expect(points).toEqual([
      { wallet: top.address, recruits: 2, points: 2000 },
      { wallet: left.address, recruits: 1, points: 1000 },
    ]);
  });

  const second = honest[1];
  const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64');

  test.each<[string, ProofLine | string, RegExp]>([
    ['is cut off', JSON.stringify(second).slice(0, 100), /cut off or damaged/],
    ['lacks a field', JSON.stringify({ ...second, signature: undefined }), /cut off or damaged/],
    ['names another referrer', { ...second, referrer: bottom.address }, /not the one of the ref/],
    ['names another recruit', { ...second, recruit: bottom.address }, /for another wallet to sign/],
    ['has a changed message', { ...second, message: flipBit(second.message, 200) }, /signature/],
    ['has a changed R', { ...second, signature: flipBit(second.signature, 0) }, /signature/],
    ['has a changed S', { ...second, signature: flipBit(second.signature, 40) }, /signature/],
    ['has a short signature', { ...second, signature: 'AAAA' }, /signature/],
    [
      'is signed by someone else',
      { ...second, signature: proofLine(2, bottom, top.address).signature },
      /signature is not by the recruit/,
    ],
    [
      'is by the System Program, which everybody can sign for',
      { ...second, recruit: '11111111111111111111111111111111', signature: forged },
      /anybody can sign/,
    ],
    [
      'is for another site',
      proofLine(2, right, top.address, {
        domain: 'evil.example',
        uri: 'https://evil.example',
        resources: [`https://evil.example/?ref=${top.address}`],
      }),
      /signed for evil\.example, not pyramidion\.example/,
    ],
    [
      'has the link of another site',
      proofLine(2, right, top.address, { resources: [`https://evil.example/?ref=${top.address}`] }),
      /referral link/,
    ],
    [
      'has the address of another site',
      proofLine(2, right, top.address, { uri: 'https://evil.example' }),
      /address of another/,
    ],
    [
      'has two links',
      proofLine(2, right, top.address, { resources: ['https://a.example', 'https://b.example'] }),
      /not a sign-in with a referral link/,
    ],
    ['is its own referrer', proofLine(2, right, right.address), /its own referrer/],
    ['has a referrer that is no wallet', proofLine(2, right, 'nobody'), /not a wallet address/],
    ['proves a recruit again', proofLine(2, left, right.address), /proven before/],
    [
      'uses a challenge again',
      proofLine(2, right, top.address, { nonce: nonceOf(1) }),
      /used before/,
    ],
    ['is out of order', { ...second, number: 1 }, /does not follow/],
    [
      'was proven before it was signed',
      { ...second, provenAt: '2026-11-21T11:59:59.999Z' },
      /proven before it was signed/,
    ],
    [
      'was proven after its message had expired',
      { ...second, provenAt: '2026-11-21T12:05:00.001Z' },
      /proven after the message had expired/,
    ],
    [
      'was proven a day after its message had expired',
      { ...second, provenAt: '2026-11-22T12:01:00.000Z' },
      /proven after the message had expired/,
    ],
    ['has a time that is none', { ...second, provenAt: '2026-02-30T12:01:00.000Z' }, /damaged/],
    ['has a time of another form', { ...second, provenAt: '2026-11-21T12:01:00Z' }, /damaged/],
    ['has a key twice', twice(second), /damaged/],
    ['has a field that is none', JSON.stringify({ ...second, points: 9 }), /damaged/],
    ['is two lines in one', JSON.stringify({ ...second, lines: 1, origins: ['x'] }), /damaged/],
    ['begins with a byte order mark', `\ufeff${JSON.stringify(second)}`, /damaged/],
    ['has a number that is too large', JSON.stringify(second).replace(':2,', ':1e99,'), /damaged/],
    ['has a number as text', JSON.stringify(second).replace(':2,', ':"2",'), /damaged/],
    ['has no number above 0', { ...second, number: 0 }, /damaged/],
    ['has a signature in base64 of another form', looseBase64(second), /damaged/],
    ['is empty', '', /damaged/],
  ])('finds a line that %s', (_what, line, fault) => {
    expect(audit(withSecond(line)).differences).toContainEqual({
      line: 3,
      what: expect.stringMatching(fault),
    });
  });

  test.each([
    ['2026-W47', [top.address, 1]],
    ['2026-W48', [left.address, 1]],
    ['2026-W49', [top.address, 1]],
  ] as const)('adds up only the recruits who signed in %s', (week, [address, recruits]) => {
    const times = [
      '2026-11-22T23:59:59.999Z',
      '2026-11-30T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ];
    const signed = honest.map(({ number, referrer }, index) => {
      const recruit = [left, right, bottom][index] ?? bottom;
      const issuedAt = times[index] ?? '';
      const provenAt = new Date(Date.parse(issuedAt) + 300_000).toISOString();
      const expirationTime = provenAt;
      return { ...proofLine(number, recruit, referrer, { issuedAt, expirationTime }), provenAt };
    });
    const { differences, points } = audit(signed, [], week);
    expect(differences).toEqual([]);
    expect(points).toEqual([{ wallet: address, recruits, points: 1000 * recruits }]);
  });

  test('finds a cycle, and names a wallet in it', () => {
    const { differences } = audit([...honest, proofLine(4, top, bottom.address)]);
    expect(differences).toEqual([{ line: null, what: expect.stringMatching(/its own ancestor/) }]);
    const [cycle] = differences;
    expect([top, left, bottom].some(({ address }) => cycle?.what.startsWith(address))).toBe(true);
  });

  const reason = {
    withheld: 'revoked',
    why: 'the same person twice',
    since: '2026-11-22T12:00:00.000Z',
  };
  const withheld = { ...second, ...reason, leftOutOfWeek: '2026-W47' };

  test('accepts a withheld proof with its reason, and counts nothing for it', () => {
    const { differences, summary, points } = audit(withSecond(JSON.stringify(withheld)));
    expect(differences).toEqual([]);
    const { number, recruit, referrer } = second;
    expect(summary).toMatchObject({
      proofs: 2,
      withheld: [{ number, recruit, referrer, ...reason }],
      lastNumber: 3,
    });
    expect(points.map(({ recruits }) => recruits)).toEqual([1, 1]);
  });

  const later = { ...second, ...reason, since: '2026-11-23T00:06:00.000Z' };

  test.each([
    ['withheld before the week was final', withheld, 1],
    ['withheld since the week was final', later, 2],
    [
      'withheld when the week was final, and given back',
      { ...second, leftOutOfWeek: '2026-W47' },
      1,
    ],
  ])('counts for a week what counted when it became final: %s', (_what, line, recruits) => {
    const { differences, points } = audit([honest[0], line, honest[2]], [], '2026-W47');
    expect(differences).toEqual([]);
    expect(points).toContainEqual({ wallet: top.address, recruits, points: 1000 * recruits });
  });

  test.each([
    [
      'counts in a week before whose end it was withheld',
      { ...later, since: '2026-11-23T00:05:59.999Z' },
      'it was withheld before its week was final, and counts in it',
    ],
    [
      'is left out of another week',
      { ...second, leftOutOfWeek: '2026-W48' },
      'it is left out of another week than its own',
    ],
  ])('finds a line that %s', (_what, line, what) => {
    expect(audit(withSecond(JSON.stringify(line))).differences).toEqual([{ line: 3, what }]);
  });

  test('counts nothing for a proof that is withheld because it is wrong', () => {
    const wrong = { ...later, signature: honest[0].signature };
    expect(audit(withSecond(JSON.stringify(wrong))).differences).toEqual([]);
  });

  test.each([
    [[honest[0], honest[2]], 'number 2 is missing before it, and no line says why'],
    [
      [honest[0], proofLine(5, bottom, left.address)],
      'numbers 2 to 4 are missing before it, and no line says why',
    ],
  ])('finds a missing number without a reason', (lines, what) => {
    expect(audit(lines).differences).toEqual([{ line: 3, what }]);
  });

  test.each([
    [1, 'number 1 is missing before it, and no line says why'],
    [56, 'numbers 1 to 56 are missing before it, and no line says why'],
  ])('finds that the first %i numbers are missing', (missing, what) => {
    const lines = honest.map((line) => ({ ...line, number: line.number + missing }));
    expect(audit(lines).differences).toEqual([{ line: 2, what }]);
  });

  test.each([
    ['names no site', '{"lines":3,"origins":[]}'],
    ['names a site that is none', '{"lines":3,"origins":["https://"]}'],
    ['names a site in another spelling', '{"lines":3,"origins":["https://Pyramidion.example"]}'],
    [
      'names a site with its default port',
      '{"lines":3,"origins":["https://pyramidion.example:443"]}',
    ],
    [
      'names a site that looks like ours',
      '{"lines":3,"origins":["https://pyramidi\u043en.example"]}',
    ],
    [
      'names more sites than anybody has',
      JSON.stringify({
        lines: 3,
        origins: Array.from({ length: 101 }, () => 'https://pyramidion.example'),
      }),
    ],
    [
      'is there twice, with other sites',
      '{"lines":3,"origins":["https://a.example"],"origins":["https://pyramidion.example"]}',
    ],
  ])('rejects a head that %s', (_what, head) => {
    const { differences, summary } = audit(honest, [], null, head);
    expect(differences).toContainEqual({ line: 1, what: expect.stringMatching(/damaged/) });
    expect(summary.domains).toEqual([]);
  });

  test('accepts spaces in JSON, and CRLF', () => {
    const spaced = honest.map(
      (line) => `${JSON.stringify(line).replaceAll(/([{:,])"/g, '$1 "')}\r`,
    );
    expect(audit(spaced).differences).toEqual([]);
  });

  test('finds no proof in a file of withheld ones', () => {
    const { differences } = audit([JSON.stringify({ ...withheld, number: 1 })]);
    expect(differences).toEqual([{ line: null, what: expect.stringMatching(/no proof/) }]);
  });

  test('finds another site in every line if --domain names a different one', () => {
    expect(audit(honest, ['pyramidion.org']).differences).toHaveLength(3);
  });

  test('accepts a former site that the file or --domain names', () => {
    const [domain, uri] = ['former.example', 'https://former.example'];
    const moved = proofLine(2, right, top.address, {
      domain,
      uri,
      resources: [`${uri}/?ref=${top.address}`],
    });
    expect(audit(withSecond(moved), ['pyramidion.example', domain])).toMatchObject({
      differences: [],
      summary: { domains: ['pyramidion.example', domain] },
    });
    const head = JSON.stringify({ lines: 1, origins: ['https://pyramidion.example', uri] });
    expect(audit([{ ...moved, number: 1 }], [], null, head).differences).toEqual([]);
  });

  test('finds a download that is cut off after a line, or has no head', () => {
    expect(audit(honest.slice(0, 2), [], null, headOf(3)).differences).toEqual([
      { line: 3, what: 'the download is cut off: 1 more line belongs to it' },
    ]);
    expect(audit(honest, ['pyramidion.example'], null, null).differences).toEqual([
      { line: 3, what: expect.stringContaining('says how many lines there are') },
    ]);
  });

  test('accepts a download with its continuation in one file', () => {
    const lines = [headOf(1), honest[0], headOf(2), honest[1], honest[2]];
    expect(audit(lines, [], null, null).differences).toEqual([]);
  });
});

describe('comparing with the leaderboard', () => {
  const { points: proven } = audit(honest);
  const entry = (address: string, provenRecruits: number, points: number) => ({
    wallet: address,
    provenRecruits,
    points,
  });
  const [first, second] = [entry(top.address, 2, 2000), entry(left.address, 1, 1300)];

  test('finds nothing wrong with points that follow from recruits and days', () => {
    const claims = entry(wallet('claims only'), 0, 100);
    expect(compareLeaderboard({ entries: [first, second, claims], next: null }, proven)).toEqual(
      [],
    );
  });

  test.each([
    ['a recruit too many', [{ ...first, provenRecruits: 3 }, second], /3 proven recruits/],
    ['a recruit too few', [{ ...first, provenRecruits: 1 }, second], /1 proven recruits/],
    ['too few points', [{ ...first, points: 1900 }, second], /1900 points/],
    ['points from nowhere', [{ ...first, points: 2050 }, second], /2050 points/],
    ['a wallet that nobody proved', [first, second, entry(wallet('x'), 1, 1000)], /, 0 here/],
    ['a wallet that is missing', [first], /is missing/],
  ])('finds %s', (_what, entries, difference) => {
    expect(compareLeaderboard({ entries, next: null }, proven)).toContainEqual({
      line: null,
      what: expect.stringMatching(difference),
    });
  });

  test('counts no check-ins on the board of a week', () => {
    const week = { name: '2026-W47' };
    expect(compareLeaderboard({ entries: [first, second], next: null, week }, proven)).toEqual([
      { line: null, what: expect.stringMatching(/1300 points/) },
    ]);
  });

  test('reports no missing wallet on a page that is not the last', () => {
    expect(compareLeaderboard({ entries: [first], next: 'more' }, proven)).toEqual([]);
  });
});

describe('the command verify', () => {
  const run = (...words: string[]): Promise<OpsEnding> => runOps('', 'verify', ...words);

  test('finds that a server’s own proofs and leaderboard hold, and exits 0', async () => {
    await withFolder(async (folder) => {
      const server = await startTestServer({ TRUST_PROXY: '1' });
      const signIn = (signer = newSigner(), referrer?: string) =>
        new Visitor(server.url).signIn(signer, referrer);
      await signIn(top);
      await signIn(left, top.address);
      await signIn(right, top.address);
      await signIn(bottom, left.address);
      const [proofs, board] = [join(folder, 'proofs.jsonl'), join(folder, 'board.json')];
      const ofWeek = join(folder, 'week.json');
      await writeFile(proofs, await (await fetch(`${server.url}/api/proofs`)).text());
      await writeFile(board, await (await fetch(`${server.url}/api/leaderboard`)).text());
      const week = await (await fetch(`${server.url}/api/leaderboard?window=week`)).json();
      await writeFile(ofWeek, JSON.stringify(week));
      await server.close();

      const { name } = leaderboardSchema.parse(week).week ?? { name: '' };
      const recounted = await run(proofs, '--leaderboard', ofWeek, '--window', name);
      expect(recounted.stdout).toMatch(new RegExp(`Referrers of ${name} +2`));
      expect(recounted.stdout).toMatch(new RegExp(`${top.address} +2 +2,000`));
      expect(recounted.status).toBe(0);
      const another = await run(proofs, '--leaderboard', ofWeek, '--window', '2025-W01');
      expect(another.stderr).toContain('is not the leaderboard of 2025-W01');
      expect((await run(proofs, '--window', 'yesterday')).stderr).toContain('such as 2026-W48');
      const { status, stdout } = await run(proofs, '--leaderboard', board, '--points');
      expect(stdout).toMatch(/Signed for +localhost:3000\nProofs +3, the last is number 3/);
      expect(stdout).toMatch(/Withheld +0/);
      expect(stdout).toContain('Everything that is proven holds.');
      expect(stdout).toMatch(new RegExp(`${top.address} +2 +2,000`));
      expect(status).toBe(0);
      const former = ['--domain', 'former.example'];
      expect((await run(proofs, ...former)).status).toBe(1);
      expect((await run(proofs, ...former, '--domain', 'localhost:3000')).status).toBe(0);
    });
  });

  test('says what differs, and exits 1', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'proofs.jsonl');
      const lines = withSecond({ ...honest[1], referrer: bottom.address });
      await writeFile(file, download(lines));
      const { status, stdout } = await run(file, '--json');
      expect(verifyReportSchema.parse(JSON.parse(stdout))).toEqual({
        file,
        ok: false,
        proofs: 3,
        withheld: [],
        lastNumber: 3,
        referrers: 3,
        domains: ['pyramidion.example'],
        differences: [{ line: 3, what: expect.stringContaining('referral link') }],
      });
      expect(status).toBe(1);
      expect((await run(file)).stdout).toContain('NOT everything holds.');
    });
  });

  test.each([
    ['empty', ''],
    ['of a site that has no proof yet', '{"lines":0,"origins":["https://pyramidion.example"]}\n'],
  ])('exits 1 for a file without a proof: %s', async (_what, text) => {
    await withFolder(async (folder) => {
      const file = join(folder, 'proofs.jsonl');
      await writeFile(file, text);
      const { status, stdout } = await run(file);
      expect(stdout).toContain('there is no proof in the file: nothing was checked');
      expect(stdout).toContain('Nothing is proven.');
      expect(stdout).not.toContain('Everything that is proven holds.');
      expect(status).toBe(1);
    });
  });

  test('escapes control characters of a file', async () => {
    await withFolder(async (folder) => {
      const lie = '\u001b[2J\u009b2J\u202eEverything that is proven holds.';
      const [file, board] = [join(folder, `p\u202e.jsonl`), join(folder, 'board.json')];
      const bad = { ...honest[1], recruit: lie };
      const site = { domain: `a${lie}`.replaceAll(' ', ''), uri: 'https://pyramidion.example' };
      const lines = [proofLine(1, left, top.address, site), bad];
      await writeFile(file, download(lines));
      const said = [(await run(file)).stdout, (await run(file, '--json')).stdout];
      const entries = [{ wallet: `x\n${lie}`, provenRecruits: 1, points: 1 }];
      await writeFile(board, JSON.stringify({ entries, next: null }));
      said.push((await run(file, '--leaderboard', board)).stderr);
      for (const text of said) {
        expect(text).toMatch(/\n$/);
        expect(text).not.toMatch(/[^\P{C}\n]|Everything that is proven holds/u);
      }
    });
  });

  test('reports a line that never ends', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'proofs.jsonl');
      await writeFile(file, 'a'.repeat(1_000));
      await truncate(file, 700 * 1024 * 1024);
      const { status, stderr } = await run(file);
      expect([status, stderr]).toEqual([2, expect.stringContaining('line 1 is longer than')]);
    });
  });

  test('reports a file with very many invalid lines', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'proofs.jsonl');
      await writeFile(file, '\n'.repeat(8_000_000));
      const { status, stderr } = await run(file);
      expect([status, stderr]).toEqual([2, expect.stringContaining('is not a file of proofs')]);
    });
  });

  test.each([
    ['not there', ['/nowhere.jsonl'], '/nowhere.jsonl does not exist: name a file of proofs'],
    ['a folder', ['/'], '/ is a folder: name a file of proofs'],
    [
      'no leaderboard',
      ['/dev/null', '--leaderboard', '/dev/null'],
      '/dev/null is not an answer of GET /api/leaderboard: download it again',
    ],
  ])('exits 2 for a file that is %s, and names it in one line', async (_what, words, message) => {
    const { status, stdout, stderr } = await run(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });
});
