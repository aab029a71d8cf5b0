import useSWR, { type SWRResponse } from 'swr';
import type { Leaderboard, LeaderboardEntry } from '@backend/leaderboard/leaderboard.schema';
import { fetcherOf } from '@/lib/api';
import { count, integer, listOf, objectOf, text, time, type Known } from '@/lib/check';

type Columns = 'rank' | 'wallet' | 'recruits' | 'points';

type ReadEntry = Pick<LeaderboardEntry, Columns | 'provenRecruits'>;

type Week = Pick<NonNullable<Leaderboard['week']>, 'ends'>;

interface ReadBoard extends Pick<Leaderboard, 'total'> {
  readonly entries: readonly BoardEntry[];
  readonly week?: Week;
}

export type BoardEntry = Known<ReadEntry, Columns>;

/** The fields of a board that the page reads. */
export type BoardAnswer = Known<ReadBoard, 'entries'>;

const entry = objectOf<ReadEntry, Columns>(
  { rank: count, wallet: text, recruits: count, points: integer },
  { provenRecruits: count },
);

export const boardAnswer = objectOf<ReadBoard, 'entries'>(
  { entries: listOf(entry) },
  { total: count, week: objectOf<Week>({ ends: time }, {}) },
);

/** Fetches a page of a board. Null fetches nothing. */
export function useBoard(address: string | null): SWRResponse<BoardAnswer, Error> {
  return useSWR<BoardAnswer, Error>(address, fetcherOf(boardAnswer));
}
