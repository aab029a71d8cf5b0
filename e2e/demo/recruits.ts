import { z } from 'zod';
import type { Chain } from '../support/fake-solana/chain.js';
import type { Product } from '../support/product/product.js';
import { provenRecruitsFor, recruitFor } from '../support/product/recruits.js';

const PROVEN_RECRUITS = 3;
const PENDING_RECRUITS = 2;

const leaderboardSchema = z.object({ entries: z.array(z.object({ wallet: z.string() })).min(1) });

/** Gives the demo wallet SOL, shares in two token accounts, and proven and unproven recruits. */
export async function furnish(wallet: string, chain: Chain, product: Product): Promise<void> {
  chain.fund(wallet, { sol: 4.2069, shares: [12_000, 345.67] });
  await provenRecruitsFor(product, wallet, PROVEN_RECRUITS);
  await recruitFor(product, wallet, PENDING_RECRUITS);
}

export async function topBuilder(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/leaderboard?limit=1`);
  const { entries } = leaderboardSchema.parse(await response.json());
  const [top] = entries;
  if (!top) throw new Error('the leaderboard is empty');
  return top.wallet;
}
