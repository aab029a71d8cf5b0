import { leaderboardSchema, type Leaderboard } from '../../src/leaderboard/leaderboard.schema.js';
import {
  referralStatsSchema,
  type ReferralStats,
} from '../../src/referral-stats/referral-stats.schema.js';

let clients = 0;

/** Posts JSON, from a new IP address if the server has TRUST_PROXY=1. */
export async function postJson(url: string, body: unknown): Promise<Response> {
  clients += 1;
  const address = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function claim(
  server: string,
  referrerId: string,
  recruitId: string,
): Promise<Response> {
  return postJson(`${server}/api/referral`, { referrerId, recruitId });
}

export async function getLeaderboard(server: string, query = ''): Promise<Leaderboard> {
  const response = await fetch(`${server}/api/leaderboard${query}`);
  return leaderboardSchema.parse(await response.json());
}

export async function getStats(server: string, wallet: string): Promise<ReferralStats> {
  const response = await fetch(`${server}/api/referral-stats?wallet=${wallet}`);
  return referralStatsSchema.parse(await response.json());
}

/** Returns the transparency log as JSON lines, without the checkpoint. */
export async function downloadEntries(server: string): Promise<string> {
  const text = await (await fetch(`${server}/api/proofs`)).text();
  return text.replace(/^\{"action":"checkpoint",.*\n$/m, '');
}
