import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { formatCount, plural } from '@/lib/format';
import type { Totals } from './recompute';
import type { Phase } from './use-recomputation';

/** `undecided`: the proofs were not all read, and those that were do not exceed the board. */
export type ComparisonResult = 'agrees' | 'differs' | 'undecided';

/** One wallet's proven recruits, as the board has them and as the proofs have them. */
export interface ComparedRow {
  readonly rank: number;
  readonly wallet: string;
  readonly onBoard: number;
  readonly recomputed: number;
  readonly result: ComparisonResult;
}

/** Sets the board beside what was counted. `complete` tells whether every proof was read. */
export function compareBoard(
  entries: readonly LeaderboardEntry[],
  totals: Pick<Totals, 'recruitsOf'>,
  complete: boolean,
): readonly ComparedRow[] {
  return entries.map(({ rank, wallet, provenRecruits }) => {
    const recomputed = totals.recruitsOf(wallet);
    return {
      rank,
      wallet,
      onBoard: provenRecruits,
      recomputed,
      result: resultOf(provenRecruits, recomputed, complete),
    };
  });
}

function resultOf(onBoard: number, recomputed: number, complete: boolean): ComparisonResult {
  if (!complete && recomputed <= onBoard) return 'undecided';
  return recomputed === onBoard ? 'agrees' : 'differs';
}

/** What the button under the visitor's finger does next. */
export const BUTTON_TEXT: Record<Phase, string> = {
  idle: 'Recompute the Board',
  running: 'Stop Reading',
  paused: 'Read On',
  failed: 'Try Again',
  complete: 'Recompute Again',
};

/** What the comparison comes to, once every proof is read. */
export function conclusion(rows: readonly ComparedRow[]): string {
  if (rows.length === 0) return 'The board is empty, and so is our conscience.';
  const differing = rows.filter(({ result }) => result === 'differs').length;
  if (differing === 0) {
    return 'Every row agrees with your own browser. We are told this is unusual in the industry.';
  }
  return `${formatCount(differing)} of ${formatCount(rows.length)} rows differ. A proof that arrived between the two readings does that too, so recompute once before you call anybody.`;
}

/** What could not be counted as it should, a sentence each. */
export function remarks({ refused, withheld, unreadable, unchecked }: Totals): readonly string[] {
  return [
    refused > 0 &&
      `${plural(refused, 'proof')} did not hold or repeated a recruit, and count for nothing.`,
    withheld > 0 &&
      `We withhold ${plural(withheld, 'proof')}. Each left its number behind, and our reason: look below.`,
    unreadable > 0 && `Lines that held no proof: ${formatCount(unreadable)}.`,
    unchecked > 0 &&
      `This browser cannot check Ed25519 signatures here, so ${plural(unchecked, 'proof')} were counted on our word. Our word is worth what it says above.`,
  ].filter((remark) => remark !== false);
}
