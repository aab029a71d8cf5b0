import { z } from 'zod';
import type { Difference } from './audit.js';

/** Points of a day checked in: what a wallet has beyond its recruits is a multiple of them. */
const POINTS_PER_DAY = 100;

/** An answer of `GET /api/leaderboard`, as far as proofs have a say in it. */
export const leaderboardFileSchema = z.object({
  entries: z.array(z.object({ wallet: z.string(), provenRecruits: z.int(), points: z.int() })),
  next: z.string().nullable(),
});

export type LeaderboardFile = z.infer<typeof leaderboardFileSchema>;

/** What proofs say of a wallet. */
export interface ProvenPoints {
  readonly wallet: string;
  readonly recruits: number;
  readonly points: number;
}

/** Everything on a leaderboard that does not follow from the proofs. */
export function compareLeaderboard(
  { entries, next }: LeaderboardFile,
  proven: readonly ProvenPoints[],
): Difference[] {
  const byWallet = new Map(proven.map((each) => [each.wallet, each]));
  const differences: Difference[] = [];
  const differ = (what: string): number => differences.push({ line: null, what });
  for (const { wallet, provenRecruits, points } of entries) {
    const { recruits, points: fromRecruits } = byWallet.get(wallet) ?? { recruits: 0, points: 0 };
    byWallet.delete(wallet);
    if (provenRecruits !== recruits)
      differ(
        `${wallet} has ${provenRecruits} proven recruits on the leaderboard, ${recruits} here`,
      );
    const fromDays = points - fromRecruits;
    if (fromDays < 0 || fromDays % POINTS_PER_DAY !== 0)
      differ(`${wallet} has ${points} points on the leaderboard, ${fromRecruits} by recruits here`);
  }
  if (next !== null) return differences;
  for (const wallet of byWallet.keys()) differ(`${wallet} is missing on the leaderboard`);
  return differences;
}
