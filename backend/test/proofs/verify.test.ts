import { describe, expect, test } from '@jest/globals';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Audit, compareLeaderboard } from '../../src/verify/audit.js';
import { verifyReportSchema } from '../../src/ops/verify/command.js';
import type { LogEntry } from '../../src/transparency-log/log-entry.schema.js';
import { Notary } from './log-site.js';
import { nonceOf, proofEntry, termsOf } from './proof-entries.js';
import { callOps } from '../support/call-ops.js';
import type { OpsEnding } from '../support/run-ops.js';
import { newSigner } from '../support/signer.js';
import { withFolder } from '../support/temporary-database.js';
import { wallet } from '../support/wallets.js';

const [top, left, right, bottom] = [newSigner(), newSigner(), newSigner(), newSigner()];

const first = proofEntry(0, left, top.address);
const second = proofEntry(1, right, top.address);
const third = proofEntry(2, bottom, left.address);

const honest = [first, second, third];

const SUNDAY = '2026-11-22T12:00:00.000Z';

function act(
  action: 'ban' | 'unban' | 'revoke' | 'unrevoke',
  subject: string,
  at = SUNDAY,
): LogEntry {
  return { action, subject, why: 'a test', at };
}

const newLog: LogEntry = { action: 'new-log', formerCheckpoint: '', why: 'a fire', at: SUNDAY };

const textOf = (entry: object | string): string =>
  typeof entry === 'string' ? entry : JSON.stringify(entry);

function audit(
  entries: readonly (object | string)[],
  domains: readonly string[] = ['pyramidion.example'],
  week: string | null = null,
): Audit {
  const checked = new Audit(domains, week);
  for (const entry of entries) checked.read(textOf(entry));
  checked.finish();
  return checked;
}

function flipBit(base64: string, byte: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeUInt8(bytes.readUInt8(byte) ^ 1, byte);
  return bytes.toString('base64');
}

describe('the audit of a log', () => {
  test('accepts valid proofs, and adds up their points', () => {
    const { differences, summary, points } = audit(honest);
    expect(differences).toEqual([]);
    const domains = ['pyramidion.example'];
    expect(summary).toEqual({ entries: 3, proofs: 3, withheld: 0, actions: [], domains });
    expect(points).toEqual([
      { wallet: top.address, recruits: 2, points: 2000 },
      { wallet: left.address, recruits: 1, points: 1000 },
    ]);
  });

  const forged = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64');
  const line = JSON.stringify(second);
  const ban = act('ban', top.address);

  test.each<[string, LogEntry | string, RegExp]>([
    ['is cut off', line.slice(0, 100), /cut off or damaged/],
    ['lacks a field', JSON.stringify({ ...second, signature: undefined }), /cut off or damaged/],
    [
      'names another referrer than its message',
      { ...second, referrer: bottom.address },
      /not the one of the ref/,
    ],
    [
      'names another recruit than its message',
      { ...second, recruit: bottom.address },
      /for another wallet to sign/,
    ],
    [
      'has a changed message',
      { ...second, message: second.message.replace('parody', 'parade') },
      /signature is not/,
    ],
    [
      'has a message for another network',
      { ...second, message: second.message.replace('mainnet', 'devnet') },
      /not a sign-in with a referral link/,
    ],
    ['has a changed R', { ...second, signature: flipBit(second.signature, 0) }, /signature/],
    ['has a changed S', { ...second, signature: flipBit(second.signature, 40) }, /signature/],
    ['has a short signature', { ...second, signature: 'AAAA' }, /signature/],
    [
      'has a signature by another wallet than its recruit',
      { ...second, signature: proofEntry(1, bottom, top.address).signature },
      /signature is not by the recruit/,
    ],
    [
      'is by the System Program, which everybody can sign for',
      { ...second, recruit: '11111111111111111111111111111111', signature: forged },
      /anybody can sign/,
    ],
    [
      'is for another site',
      proofEntry(1, right, top.address, termsOf('https://evil.example', top.address)),
      /signed for evil\.example, not pyramidion\.example/,
    ],
    [
      'has the referral link of another site',
      proofEntry(1, right, top.address, {
        resources: [`https://evil.example/?ref=${top.address}`],
      }),
      /referral link/,
    ],
    [
      'has the URL of another site',
      proofEntry(1, right, top.address, { uri: 'https://evil.example' }),
      /address of another/,
    ],
    [
      'has two links',
      proofEntry(1, right, top.address, { resources: ['https://a.example', 'https://b.example'] }),
      /not a sign-in with a referral link/,
    ],
    [
      'names the recruit as its own referrer',
      proofEntry(1, right, right.address),
      /its own referrer/,
    ],
    ['has a referrer that is not a wallet', proofEntry(1, right, 'nobody'), /not a wallet address/],
    ['proves a recruit again', proofEntry(1, left, right.address), /proven before/],
    [
      'uses a challenge again',
      proofEntry(1, right, top.address, { nonce: nonceOf(0) }),
      /used before/,
    ],
    [
      'was proven before it was signed',
      { ...second, at: '2026-11-21T11:59:59.999Z' },
      /proven before it was signed/,
    ],
    [
      'was proven after its message had expired',
      { ...second, at: '2026-11-21T12:05:00.001Z' },
      /proven after the message had expired/,
    ],
    ['has an impossible date', { ...second, at: '2026-02-30T12:01:00.000Z' }, /damaged/],
    ['has a time without milliseconds', { ...second, at: '2026-11-21T12:01:00Z' }, /damaged/],
    ['has a key twice', line.replace('{', `{"recruit":"${bottom.address}",`), /damaged/],
    ['has an unknown field', JSON.stringify({ ...second, points: 9 }), /damaged/],
    ['has an unknown action', JSON.stringify({ ...ban, action: 'pardon' }), /damaged/],
    ['begins with a byte order mark', `\ufeff${line}`, /damaged/],
    ['has spaces in its JSON', line.replace('{', '{ '), /damaged/],
    ['ends with a carriage return', `${line}\r`, /damaged/],
    [
      // The last character differs only in unused bits, so the text decodes to the same bytes.
      'has a signature in non-canonical base64',
      {
        ...second,
        signature: second.signature.replace(/.(?===$)/, (last) =>
          String.fromCharCode(last.charCodeAt(0) + 1),
        ),
      },
      /damaged/,
    ],
    ['is empty', '', /damaged/],
    ['bans without a reason', JSON.stringify({ ...ban, why: ' ' }), /gives no reason/],
    ['bans a subject that is not a wallet', act('ban', 'nobody'), /not a wallet address/],
    [
      'unbans a wallet that is not banned',
      act('unban', top.address),
      /changes nothing: \w+ is not banned/,
    ],
    [
      'restores a recruit that is not revoked',
      act('unrevoke', left.address),
      /changes nothing: \w+ is not revoked/,
    ],
    ['revokes a recruit that is not proven', act('revoke', right.address), /without a proof/],
  ])('reports an entry that %s', (_what, entry, fault) => {
    expect(audit([first, entry, third]).differences).toContainEqual({
      index: 1,
      what: expect.stringMatching(fault),
    });
  });

  test.each([
    ['a second ban', act('ban', top.address), /\w+ is already banned/],
    ['a second revocation', act('revoke', left.address), /\w+ is already revoked/],
  ])('reports %s', (_what, action, what) => {
    const { differences } = audit([...honest, action, action]);
    expect(differences).toEqual([{ index: 4, what: expect.stringMatching(what) }]);
  });

  test('lists the operator’s actions, and gives no points to a banned referrer or for a revoked recruit', () => {
    const entries = [...honest, act('ban', left.address), act('revoke', right.address), newLog];
    const { differences, summary, points } = audit(entries);
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({
      proofs: 3,
      withheld: 2,
      actions: [
        { index: 3, action: 'ban', subject: left.address, why: 'a test' },
        { index: 4, action: 'revoke', subject: right.address },
        { index: 5, action: 'new-log', why: 'a fire' },
      ],
    });
    expect(points).toEqual([{ wallet: top.address, recruits: 1, points: 1000 }]);
  });

  test('counts proofs again after the ban or the revocation is undone', () => {
    const { differences, summary, points } = audit([
      ...honest,
      act('ban', left.address),
      act('revoke', right.address),
      act('unrevoke', right.address),
      act('unban', left.address),
    ]);
    expect([differences, summary.withheld]).toEqual([[], 0]);
    expect(points.map(({ recruits }) => recruits)).toEqual([2, 1]);
  });

  test.each([
    ['2026-W47', [top.address, 1]],
    ['2026-W48', [left.address, 1]],
    ['2026-W49', [top.address, 1]],
  ] as const)(
    'counts for week %s only the proofs signed in that week',
    (week, [address, recruits]) => {
      const signed = [
        ['2026-11-22T23:59:59.999Z', left, top.address],
        ['2026-11-30T00:00:00.000Z', right, top.address],
        ['2026-11-23T00:00:00.000Z', bottom, left.address],
      ] as const;
      const entries = signed.map(([issuedAt, recruit, referrer], index) => {
        const at = new Date(Date.parse(issuedAt) + 300_000).toISOString();
        return { ...proofEntry(index, recruit, referrer, { issuedAt, expirationTime: at }), at };
      });
      const { differences, points } = audit(entries, [], week);
      expect(differences).toEqual([]);
      expect(points).toEqual([{ wallet: address, recruits, points: 1000 * recruits }]);
    },
  );

  const [inTime, late] = ['2026-11-23T00:05:59.999Z', '2026-11-23T00:06:00.000Z'];

  test.each<[string, number, LogEntry[]]>([
    ['revoked before', 1, [act('revoke', right.address, inTime)]],
    ['revoked after', 2, [act('revoke', right.address, late)]],
    [
      'revoked before, restored after',
      1,
      [act('revoke', right.address, inTime), act('unrevoke', right.address, late)],
    ],
    ['banned after', 2, [act('ban', top.address, late)]],
    [
      'banned and unbanned before',
      2,
      [act('ban', top.address, inTime), act('unban', top.address, inTime)],
    ],
  ])(
    'counts the proofs of a week as they were when the week became final: %s',
    (_what, recruits, actions) => {
      const { differences, points } = audit([...honest, ...actions], [], '2026-W47');
      expect(differences).toEqual([]);
      expect(points).toContainEqual({ wallet: top.address, recruits, points: 1000 * recruits });
    },
  );

  test('omits from a week a referrer who was banned when the week became final', () => {
    const actions = [act('ban', top.address, inTime), act('unban', top.address, late)];
    const { points } = audit([...honest, ...actions], [], '2026-W47');
    expect(points.map((each) => each.wallet)).toEqual([left.address]);
  });

  test('reports a cycle and a wallet in it, unless a proof of the cycle is revoked or names a banned referrer', () => {
    const entries = [...honest, proofEntry(3, top, bottom.address)];
    const { differences } = audit(entries);
    expect(differences).toEqual([{ index: null, what: expect.stringMatching(/its own ancestor/) }]);
    const [cycle] = differences;
    expect([top, left, bottom].some(({ address }) => cycle?.what.startsWith(address))).toBe(true);
    for (const action of [act('revoke', top.address), act('ban', left.address)]) {
      expect(audit([...entries, action]).differences).toEqual([]);
    }
  });

  test('accepts proofs for the named sites, or for any site if none is named', () => {
    const former = termsOf('https://former.example', top.address);
    const moved = [first, proofEntry(1, right, top.address, former)];
    for (const domains of [['pyramidion.example', 'former.example'], []]) {
      expect(audit(moved, domains)).toMatchObject({
        differences: [],
        summary: { domains: ['pyramidion.example', 'former.example'] },
      });
    }
    expect(audit(moved, ['pyramidion.org']).differences).toHaveLength(2);
  });
});

describe('comparing with the leaderboard', () => {
  const { points: proven } = audit(honest);
  const entry = (rank: number, address: string, provenRecruits: number, points: number) => ({
    rank,
    wallet: address,
    provenRecruits,
    points,
  });
  const [first, second] = [entry(1, top.address, 2, 2000), entry(2, left.address, 1, 1300)];

  test('accepts points that are a sum of points for recruits and for check-ins', () => {
    const claims = entry(3, wallet('claims only'), 0, 100);
    expect(compareLeaderboard({ entries: [first, second, claims], total: 3 }, proven)).toEqual([]);
  });

  test.each([
    ['one recruit too many', [{ ...first, provenRecruits: 3 }, second], /3 proven recruits/],
    ['one recruit too few', [{ ...first, provenRecruits: 1 }, second], /1 proven recruits/],
    ['too few points', [{ ...first, points: 1900 }, second], /1900 points/],
    [
      'points that are no sum of recruits and check-ins',
      [{ ...first, points: 2050 }, second],
      /2050 points/,
    ],
    ['a wallet without proofs', [first, second, entry(3, wallet('x'), 1, 1000)], /, 0 here/],
    ['a rank that is too high', [first, { ...second, rank: 1 }], /has rank 1 .*: 1$/],
    ['a missing wallet', [first], /is missing/],
    ['an empty leaderboard', [], /is missing/],
  ])('reports %s', (_what, entries, difference) => {
    expect(compareLeaderboard({ entries, total: entries.length }, proven)).toContainEqual(
      expect.stringMatching(difference),
    );
  });

  test('reports points for check-ins on the board of a week', () => {
    const week = { name: '2026-W47' };
    expect(compareLeaderboard({ entries: [first, second], total: 2, week }, proven)).toEqual([
      expect.stringMatching(/1300 points/),
    ]);
  });

  test.each([
    ['first', [first]],
    ['last', [second]],
    ['empty', []],
  ])('accepts the %s page of a longer leaderboard', (_what, entries) => {
    expect(compareLeaderboard({ entries, total: 2 }, proven)).toEqual([]);
  });

  test('reports a wallet whose rank hides a wallet above it from a longer leaderboard', () => {
    expect(compareLeaderboard({ entries: [{ ...second, rank: 1 }], total: 2 }, proven)).toEqual([
      expect.stringMatching(/has rank 1 on the leaderboard; wallets with more points here: 1$/),
    ]);
  });

  test('reports a number of wallets that differs from the log', () => {
    expect(compareLeaderboard({ entries: [first], total: 3 }, proven)).toEqual([
      'the leaderboard has 3 wallets, 2 here',
    ]);
  });
});

describe('the command verify on a file', () => {
  const run = (...words: string[]): Promise<OpsEnding> => callOps('', ['verify', ...words]);

  const notary = new Notary('pyramidion.example/log');

  async function withFile(
    entries: readonly (object | string)[],
    work: (file: string, folder: string) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (folder) => {
      const file = join(folder, 'proofs.jsonl');
      await writeFile(file, notary.download(entries.map(textOf)));
      await work(file, folder);
    });
  }

  test('prints the operator’s reason, and exits 0 for a valid file', async () => {
    const entries = [...honest, act('revoke', bottom.address)];
    await withFile(entries, async (file) => {
      const { status, stdout } = await run(file);
      expect(stdout).toMatch(
        /Signed for +pyramidion.example\nEntries +4\nProofs +3\nWithheld +1\n/,
      );
      expect(stdout).toContain(`entry 3, ${SUNDAY}: revoke ${bottom.address}: a test\n`);
      expect(stdout).toContain('Everything that is proven holds.');
      expect(status).toBe(0);
      expect((await run(file, '--domain', 'former.example')).status).toBe(1);
    });
  });

  test('accepts a board of all time or of a week that matches the proofs, and rejects a board of another week', async () => {
    await withFile(honest, async (file, folder) => {
      const [board, ofWeek] = [join(folder, 'board.json'), join(folder, 'week.json')];
      const entries = [
        { rank: 1, wallet: top.address, provenRecruits: 2, points: 2000 },
        { rank: 2, wallet: left.address, provenRecruits: 1, points: 1000 },
      ];
      const week = { name: '2026-W47' };
      await writeFile(board, JSON.stringify({ entries, total: 2 }));
      await writeFile(ofWeek, JSON.stringify({ entries, total: 2, week }));
      expect((await run(file, '--leaderboard', board)).status).toBe(0);
      const ofThatWeek = await run(file, '--leaderboard', ofWeek);
      expect(ofThatWeek.stdout).toMatch(/Referrers of 2026-W47 +2/);
      expect(ofThatWeek.status).toBe(0);
      await writeFile(ofWeek, JSON.stringify({ entries, total: 2, week: { name: '2025-W01' } }));
      expect((await run(file, '--leaderboard', ofWeek)).status).toBe(1);
    });
  });

  test('names the faulty entry of an invalid file, and exits 1', async () => {
    const entries = [first, { ...second, referrer: bottom.address }, third];
    await withFile(entries, async (file) => {
      const { status, stdout } = await run(file, '--json');
      expect(verifyReportSchema.parse(JSON.parse(stdout))).toEqual({
        source: file,
        ok: false,
        log: { checkpoint: notary.checkpoint(entries.map(textOf)), checkpointBefore: null },
        entries: 3,
        proofs: 3,
        withheld: 0,
        actions: [],
        referrers: 3,
        domains: ['pyramidion.example'],
        differences: [{ index: 1, what: expect.stringContaining('referral link') }],
        leaderboardDifferences: [],
      });
      expect(status).toBe(1);
      expect((await run(file)).stdout).toMatch(/entry 1: [^]*\nNOT everything holds\.\n$/);
    });
  });

  test('exits 1 if the signatures are for two sites and --domain does not name them', async () => {
    const terms = termsOf('https://former.example', top.address);
    await withFile([first, proofEntry(1, right, top.address, terms)], async (file) => {
      const { status, stdout } = await run(file);
      expect(stdout).toContain('signed for pyramidion.example and former.example: --domain says');
      expect(status).toBe(1);
      const both = ['--domain', 'former.example', '--domain', 'pyramidion.example'];
      expect((await run(file, ...both)).status).toBe(0);
    });
  });

  test('exits 0 for the download of an empty log, but 1 for an empty file', async () => {
    await withFile([], async (file, folder) => {
      expect((await run(file)).status).toBe(0);
      expect(await readdir(folder)).toEqual(['proofs.jsonl']);
      const empty = await run('/dev/null');
      expect(empty.stdout).toContain('the last line is not a checkpoint: the download was cut off');
      expect(empty.stdout).not.toContain('Everything that is proven holds.');
      expect(empty.status).toBe(1);
    });
  });

  test('prints no control characters from a file', async () => {
    const lie = '\u001b[2J\u009b2J\u202eEverything that is proven holds.';
    const site = { domain: `a${lie}`.replaceAll(' ', ''), uri: 'https://pyramidion.example' };
    const entries = [
      proofEntry(0, left, top.address, site),
      { ...second, recruit: lie },
      { ...act('ban', top.address), why: `\n${lie.replace('holds', 'is told')}` },
    ];
    await withFile(entries, async (file, folder) => {
      const board = join(folder, `b\u202e.json`);
      const said = [(await run(file)).stdout, (await run(file, '--json')).stdout];
      const ranks = [{ wallet: `x\n${lie}`, provenRecruits: 1, points: 1 }];
      await writeFile(board, JSON.stringify({ entries: ranks, total: 1 }));
      said.push((await run(file, '--leaderboard', board)).stderr);
      for (const text of said) {
        expect(text).toMatch(/\n$/);
        expect(text).not.toMatch(/[^\P{C}\n]|^\\u001b|Everything that is proven holds/mu);
      }
    });
  });

  test.each([
    [
      'a missing file',
      ['/nowhere.jsonl'],
      '/nowhere.jsonl does not exist: name a site, such as https://pyramidion.example, or a file of',
    ],
    [
      'a site without its scheme',
      ['localhost:3000'],
      'localhost:3000 does not exist: name a site, such as https://pyramidion.example, or a file of',
    ],
    ['a folder', ['/'], '/ is a folder: name a site, such as'],
    [
      'a file that is not a leaderboard',
      ['/dev/null', '--leaderboard', '/dev/null'],
      '/dev/null is not an answer of GET /api/leaderboard: download it again',
    ],
  ])('exits 2 for %s, and names it in one line', async (_what, words, message) => {
    const { status, stdout, stderr } = await run(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
    expect(stderr).toContain(message);
  });
});
