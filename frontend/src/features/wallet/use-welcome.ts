import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { paths } from '@/config/paths';
import { claimReferral } from '@/features/referral/claim-referral';
import { forgetReferrer, rememberedReferrer } from '@/features/referral/referrer-memory';
import { useRefreshStanding } from '@/features/referral/use-refresh-standing';
import { useSignIn } from '@/features/session/use-session';
import { showToast } from '@/features/toast/toast-store';

/**
 * What follows a connect: the wallet is signed in with what it signed, the referral is claimed, and the
 * visitor who clicked is welcomed and led to the dashboard. A wallet that came back by itself stays
 * where it is, and so does a visitor who has disconnected meanwhile.
 *
 * The returned function rejects when a click's referral could not be sent, which is a failed connect
 * (specification, section 8).
 */
export function useWelcome(): (
  kind: 'click' | 'silent',
  address: string,
  signed: SignInRequestBody | null,
  isConnected: () => boolean,
) => Promise<void> {
  const navigate = useNavigate();
  const refreshStanding = useRefreshStanding();
  const signIn = useSignIn();

  /** Whether the signature proved a referral. Without a session the dashboard can only be looked at. */
  const prove = useCallback(
    async (signed: SignInRequestBody | null): Promise<boolean> => {
      if (signed === null) return false;
      try {
        const { referral } = await signIn(signed);
        return referral?.credited ?? false;
      } catch (error) {
        console.error('Connected, but not signed in', error);
        return false;
      }
    },
    [signIn],
  );

  /** Whether the server recorded the referral of the link that brought the visitor. */
  const claim = useCallback(
    async (recruit: string): Promise<boolean> => {
      const referrer = rememberedReferrer();
      if (referrer === null) return false;
      const recorded = await claimReferral({ referrerId: referrer, recruitId: recruit });
      forgetReferrer();
      if (recorded) refreshStanding(recruit);
      return recorded;
    },
    [refreshStanding],
  );

  return useCallback(
    async (kind, address, signed, isConnected) => {
      const proven = await prove(signed);
      const claimed = kind === 'click' ? await claim(address) : await claimQuietly(claim, address);
      if (proven || claimed) {
        showToast({
          title: 'Referral Bonus!',
          description: "You've been recruited! Extra points awarded.",
        });
      }
      if (kind === 'silent' || !isConnected()) return;
      showToast({ title: 'Wallet Connected', description: 'Welcome to the pyramid, recruit!' });
      await navigate(paths.dashboard);
    },
    [prove, claim, navigate],
  );
}

async function claimQuietly(
  claim: (recruit: string) => Promise<boolean>,
  recruit: string,
): Promise<boolean> {
  try {
    return await claim(recruit);
  } catch (error) {
    console.error('The referral was not sent', error);
    return false;
  }
}
