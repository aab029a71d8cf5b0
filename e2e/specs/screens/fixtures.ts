import { createHash, createPrivateKey, sign } from 'node:crypto';
import bs58 from 'bs58';
import type { Leaderboard } from '../../../backend/src/leaderboard/leaderboard.schema.js';
import type { Pyramid, PyramidNode } from '../../../backend/src/pyramid/pyramid.schema.js';
import type { ReferralStats } from '../../../backend/src/referral-stats/referral-stats.schema.js';
import type { Report } from '../../../backend/src/report/report.schema.js';
import type { Session } from '../../../backend/src/session/session.schema.js';
import type {
  CheckpointLine,
  ProofEntry,
} from '../../../backend/src/transparency-log/log-entry.schema.js';
import { numberedWalletKey } from '../../support/fake-phantom/keys.js';
import { signInText } from '../../support/fake-phantom/sign-in-text.js';

/** PUBLIC_ORIGIN of the product. It has no port, so that pictures stay the same. */
export const FIXTURE_ORIGIN = 'https://pyramidion.example';

const NOBODY_YET = {
  directRecruits: 0,
  provenRecruits: 0,
  points: 0,
  pendingPoints: 0,
  rank: null,
  streak: 0,
  referrer: null,
  referrerStatus: null,
} satisfies Partial<ReferralStats>;

/** Returns the same invented address for the same number. Nobody has its key. */
export function numberedAddress(number: number): string {
  return bs58.encode(createHash('sha256').update(String(number)).digest());
}

/** Returns stats of a wallet. Fields that `known` lacks are zero or null. */
export function statsOf(
  wallet: string,
  known: Partial<Omit<ReferralStats, 'wallet'>> = {},
): Partial<ReferralStats> {
  return { wallet, ...NOBODY_YET, ...known };
}

export function sessionOf(wallet: string | null): Session {
  return { wallet, expiresAt: wallet === null ? null : '2026-11-28T08:00:00.000Z' };
}

/**
 * Returns the first page, of at most ten rows, of a board with `total` wallets. Each row has about half as many proven
 * recruits as the row above, and at least one.
 */
export function boardOf(total: number, mostRecruits: number, first = numberedAddress(1)) {
  const entries = Array.from({ length: Math.min(total, 10) }, (_, index) => {
    const provenRecruits = Math.max(1, Math.floor(mostRecruits / 2 ** index));
    return {
      rank: index + 1,
      wallet: index === 0 ? first : numberedAddress(index + 1),
      recruits: provenRecruits + index,
      provenRecruits,
      points: provenRecruits * 1_000,
      pendingPoints: index * 1_000,
    };
  });
  return { entries, total, next: total > 10 ? 'next' : null } satisfies Leaderboard;
}

/** Returns the page of a board from two rows above a wallet to two rows below it. */
export function boardAround(wallet: string, rank: number, points: number, total: number) {
  const entries = [-2, -1, 0, 1, 2].map((offset) => ({
    rank: rank + offset,
    wallet: offset === 0 ? wallet : numberedAddress(rank + offset),
    recruits: 7,
    provenRecruits: 6,
    points: points - offset * 700,
    pendingPoints: 1_000,
  }));
  return { entries, total, next: 'next' } satisfies Leaderboard;
}

export function reportOf(rest: Partial<Report> = {}): Report {
  const monday = Date.UTC(2026, 7, 31);
  const grown = [3, 9, 14, 22, 31, 47, 58, 91, 132, 160, 214, 261, 87];
  const counts = [6, 58, 244, 402, 287, 113, 31, 8];
  return {
    at: '2026-11-26T19:40:00.000Z',
    wallets: 1_622,
    claimed: 241,
    weeks: grown.map((proven, index) => ({
      begins: new Date(monday + index * 7 * 86_400_000).toISOString().slice(0, 10),
      wallets: Math.round(proven * 1.4),
      proven,
      claimed: index < 8 ? 0 : 12 * (index - 7) ** 2 - 8 * index + 56,
    })),
    levels: counts.map((wallets, index) => ({
      wallets,
      recruitedNobody: index === 0 ? 0 : wallets - Math.ceil((counts[index + 1] ?? 0) / 6),
    })),
    points: { wallets: 1_204, total: 1_262_300, topPercent: 481_000, topTenPercent: 1_012_400 },
    payout: { paid: 1_143, lost: 903, most: 161.38 },
    ...rest,
  };
}

/**
 * Returns a pyramid with `counts` recruits on its levels. Every fifth recruit of a level is unproven. Earlier recruits
 * tend to have more recruits of their own. Only the first `shown` recruits are listed.
 */
export function pyramidOf(wallet: string, counts: readonly number[], shown = Infinity): Pyramid {
  const everyone = counts.flatMap((count, index) =>
    Array.from({ length: count }, (_, place) => {
      const above = index === 0 ? 1 : (counts[index - 1] ?? 1);
      const referrer = Math.floor((place / count) ** 2 * above);
      return {
        wallet: memberOf(index + 1, place),
        referrer: index === 0 ? wallet : memberOf(index, referrer),
        level: index + 1,
        status: place % 5 === 4 ? ('claimed' as const) : ('proven' as const),
      };
    }),
  );
  const recruits = new Map<string, number>();
  for (const { referrer } of everyone) recruits.set(referrer, (recruits.get(referrer) ?? 0) + 1);
  const nodes: PyramidNode[] = everyone
    .slice(0, shown)
    .map((member) => ({ ...member, recruits: recruits.get(member.wallet) ?? 0 }));
  const onLevel = (wanted: number) => (member: { level: number }) => member.level === wanted;
  const levels = counts.map((count, index) => ({
    level: index + 1,
    recruits: count,
    proven: everyone.filter(onLevel(index + 1)).filter(({ status }) => status === 'proven').length,
    shown: nodes.filter(onLevel(index + 1)).length,
  }));
  return { wallet, levels, nodes, complete: true };
}

function memberOf(level: number, place: number): string {
  return numberedAddress(level * 1e6 + place);
}

/** Returns the lines of `count` proofs for `referrer`, signed by real keys. */
export function proofsFor(referrer: string, count: number): string {
  const host = new URL(FIXTURE_ORIGIN).host;
  return Array.from({ length: count }, (_, index) => {
    const { address, jwk } = numberedWalletKey(index + 100);
    const message = signInText({
      domain: host,
      address,
      statement: 'A parody. This moves nothing and costs nothing.',
      uri: FIXTURE_ORIGIN,
      version: '1',
      chainId: 'mainnet',
      nonce: '9f86d081884c7d659a2feaa0c55ad015',
      issuedAt: '2026-11-21T08:00:00.000Z',
      expirationTime: '2026-11-21T08:05:00.000Z',
      resources: [`${FIXTURE_ORIGIN}/?ref=${referrer}`],
    });
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    const proof: ProofEntry = {
      action: 'prove',
      message,
      signature: sign(null, Buffer.from(message), key).toString('base64'),
      recruit: address,
      referrer,
      at: '2026-11-21T08:01:00.000Z',
    };
    return `${JSON.stringify(proof)}\n`;
  }).join('');
}

/** Returns the server's answers for a log of these lines: the download (`proofs`) and `/log/checkpoint`. */
export function logOf(lines: string) {
  const entries = lines.trimEnd().split('\n');
  const leaves = entries.map((entry) => sha256(Buffer.of(0), Buffer.from(entry)));
  const name = `${new URL(FIXTURE_ORIGIN).host}/log`;
  const { jwk } = numberedWalletKey(99);
  const key = Buffer.concat([Buffer.of(1), Buffer.from(jwk.x, 'base64url')]);
  const keyId = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4);
  const text = `${name}\n${entries.length}\n${rootOf(leaves).toString('base64')}\n`;
  const signature = sign(null, Buffer.from(text), createPrivateKey({ key: jwk, format: 'jwk' }));
  const note = `${text}\n— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
  const vkey = `${name}+${keyId.toString('hex')}+${key.toString('base64')}`;
  const checkpoint: CheckpointLine = { action: 'checkpoint', vkey, note };
  return {
    proofs: { body: `${lines}${JSON.stringify(checkpoint)}\n` },
    '/log/checkpoint': { body: note },
  };
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first !== undefined && leaves.length === 1) return first;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
