import { mutate } from 'swr';
import { LEADERBOARD } from '@/features/leaderboard/use-leaderboard';
import { referralStatsOf } from './use-referral-stats';

/** Has the board and a wallet's stats read again, after something has changed them. */
export function refreshStanding(wallet: string): void {
  void mutate(LEADERBOARD);
  void mutate(referralStatsOf(wallet));
}
