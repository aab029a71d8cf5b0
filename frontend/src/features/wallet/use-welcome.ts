import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { paths } from '@/config/paths';
import { LEADERBOARD } from '@/features/leaderboard/use-leaderboard';
import { claimReferral } from '@/features/referral/claim-referral';
import { forgetReferrer, rememberedReferrer } from '@/features/referral/referrer-memory';
import { referralStatsOf } from '@/features/referral/use-referral-stats';
import { showToast } from '@/features/toast/toast-store';

/**
 * What follows a connect: the referral is claimed, and the visitor who clicked is welcomed and led to
 * the dashboard. A wallet that came back by itself stays where it is.
 *
 * The returned function rejects when a click's referral could not be sent, which is a failed connect
 * (specification, section 8).
 */
export function useWelcome(): (kind: 'click' | 'silent', address: string) => Promise<void> {
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();

  const claim = useCallback(
    async (recruit: string): Promise<void> => {
      const referrer = rememberedReferrer();
      if (referrer === null) return;
      const credited = await claimReferral({ referrerId: referrer, recruitId: recruit });
      forgetReferrer();
      if (!credited) return;
      showToast({
        title: 'Referral Bonus!',
        description: "You've been recruited! Extra points awarded.",
      });
      void mutate(LEADERBOARD);
      void mutate(referralStatsOf(recruit));
    },
    [mutate],
  );

  return useCallback(
    async (kind, address) => {
      if (kind === 'silent') {
        await claim(address).catch((error: unknown) => console.error('Not recruited', error));
        return;
      }
      await claim(address);
      showToast({ title: 'Wallet Connected', description: 'Welcome to the pyramid, recruit!' });
      await navigate(paths.dashboard);
    },
    [claim, navigate],
  );
}
