import type { LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import type { Tally } from './tally';

/** Points that a proven recruit brings (specification, section 9). */
export const POINTS_PER_RECRUIT = 1_000;

/** `undecided`: the proofs were not all read, and those that were do not exceed the board. */
export type Agreement = 'agrees' | 'differs' | 'undecided';

/** One wallet's proven recruits, as the board has them and as the proofs have them. */
export interface ComparedRow {
  readonly rank: number;
  readonly wallet: string;
  readonly onBoard: number;
  readonly recomputed: number;
  readonly agreement: Agreement;
}

/** Sets the board beside what was counted. `complete` tells whether every proof was read. */
export function compareBoard(
  entries: readonly LeaderboardEntry[],
  tally: Pick<Tally, 'recruitsOf'>,
  complete: boolean,
): readonly ComparedRow[] {
  return entries.map(({ rank, wallet, provenRecruits }) => {
    const recomputed = tally.recruitsOf(wallet);
    return {
      rank,
      wallet,
      onBoard: provenRecruits,
      recomputed,
      agreement: agreementOf(provenRecruits, recomputed, complete),
    };
  });
}

function agreementOf(onBoard: number, recomputed: number, complete: boolean): Agreement {
  if (!complete && recomputed <= onBoard) return 'undecided';
  return recomputed === onBoard ? 'agrees' : 'differs';
}
