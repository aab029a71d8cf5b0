import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { LEADERBOARD } from '@/features/leaderboard/use-leaderboard';
import { referralStatsOf } from './use-referral-stats';

/** Has the board and a wallet's stats read again, after something has changed them. */
export function useRefreshStanding(): (wallet: string) => void {
  const { mutate } = useSWRConfig();
  return useCallback(
    (wallet) => {
      void mutate(LEADERBOARD);
      void mutate(referralStatsOf(wallet));
    },
    [mutate],
  );
}
