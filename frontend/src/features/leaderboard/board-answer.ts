import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { fetcherOf } from '@/lib/api';
import { count, integer, listOf, objectOf, text, time } from '@/lib/check';

export type BoardEntry = Omit<LeaderboardEntry, 'pendingPoints'>;

export interface BoardAnswer extends Pick<Leaderboard, 'total'> {
  readonly entries: readonly BoardEntry[];
  readonly week?: Pick<NonNullable<Leaderboard['week']>, 'ends'>;
}

const entry = objectOf<BoardEntry>({
  rank: count,
  wallet: text,
  recruits: count,
  provenRecruits: count,
  points: integer,
});

export const boardAnswer = objectOf<BoardAnswer>(
  { entries: listOf(entry), total: count, week: objectOf({ ends: time }) },
  'week',
);

/** Fetches a page of a board, or nothing if the address is null. */
export function useBoard(
  address: string | null,
  options?: SWRConfiguration,
): SWRResponse<BoardAnswer, Error> {
  return useSWR<BoardAnswer, Error>(address, fetcherOf(boardAnswer), options);
}
