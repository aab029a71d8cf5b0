import { z } from 'zod';
import type { Chain } from '../chain/chain.js';
import { createWalletKey } from '../wallet/keys.js';

const RECRUITS = 4;

const leaderboardSchema = z.object({ entries: z.array(z.object({ wallet: z.string() })).min(1) });

/** Gives the demo wallet what fills a dashboard: SOL, shares in two accounts, and recruits. */
export async function furnish(wallet: string, chain: Chain, origin: string): Promise<void> {
  chain.fund(wallet, { sol: 4.2069, shares: [12_000, 345.67] });
  for (let count = 0; count < RECRUITS; count += 1) {
    const recruitId = createWalletKey().address;
    const response = await fetch(`${origin}/api/referral`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ referrerId: wallet, recruitId }),
    });
    if (response.status !== 201) throw new Error(`a recruit was refused: ${await response.text()}`);
  }
}

/** The wallet at the top of the leaderboard. */
export async function topBuilder(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/leaderboard?limit=1`);
  const { entries } = leaderboardSchema.parse(await response.json());
  const [top] = entries;
  if (!top) throw new Error('the leaderboard is empty');
  return top.wallet;
}
