import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SignInReferral, SignInRequestBody } from '@backend/sign-in/sign-in.schema';
import { paths } from '@/config/paths';
import { claimReferral } from '@/features/referral/claim-referral';
import { isAnswered, noteAnswered, rememberedReferrer } from '@/features/referral/referrer-memory';
import { useRefreshStanding } from '@/features/referral/use-refresh-standing';
import { useSignIn } from '@/features/session/use-session';
import { showToast } from '@/features/toast/toast-store';

/**
 * What follows a connect: the wallet is signed in with what it signed, the referral is claimed, and the
 * visitor who clicked is welcomed and led to the dashboard. A wallet that came back by itself stays
 * where it is, and so does a visitor who has disconnected meanwhile.
 *
 * Its first argument is the path of the screen on which the visitor clicked, or null: whoever has moved on meanwhile is
 * not called back. The returned function rejects when a click's referral could not be sent, which is a failed connect
 * (specification, section 8), unless the signature has proven that referral.
 */
export function useWelcome(): (
  from: string | null,
  address: string,
  signed: SignInRequestBody | null,
  isConnected: () => boolean,
) => Promise<void> {
  const navigate = useNavigate();
  const refreshStanding = useRefreshStanding();
  const signIn = useSignIn();

  /** What the signature did for the referral. Without a session the dashboard can only be looked at. */
  const prove = useCallback(
    async (
      signed: SignInRequestBody | null,
      isConnected: () => boolean,
    ): Promise<SignInReferral | null> => {
      if (signed === null) return null;
      try {
        return (await signIn(signed, isConnected))?.referral ?? null;
      } catch (error) {
        console.error('Connected, but not signed in', error);
        return null;
      }
    },
    [signIn],
  );

  return useCallback(
    async (from, address, signed, isConnected) => {
      const link = rememberedReferrer();
      const referral = await prove(signed, isConnected);
      if (!isConnected()) return;
      const isProven = referral?.status === 'proven' && referral.referrer === link;
      const claim =
        from === null || isProven
          ? sendQuietly(link, address, from === null)
          : sendClaim(link, address);
      const claimed = await claim;
      if (claimed) refreshStanding(address);
      if (!isConnected()) return;
      if (referral?.credited || claimed) {
        showToast({
          title: 'Referral Bonus!',
          description: "You've been recruited! Extra points awarded.",
        });
      }
      if (from === null) return;
      showToast({ title: 'Wallet Connected', description: 'Welcome to the pyramid, recruit!' });
      const { pathname } = window.location;
      if (pathname === from && from !== paths.dashboard) await navigate(paths.dashboard);
    },
    [prove, refreshStanding, navigate],
  );
}

/** Whether the server recorded the referral of the link that brought the visitor. */
async function sendClaim(referrer: string | null, recruit: string): Promise<boolean> {
  if (referrer === null) return false;
  const recorded = await claimReferral({ referrerId: referrer, recruitId: recruit });
  noteAnswered(referrer, recruit);
  return recorded;
}

/** The same where a failure changes nothing. A page that looks by itself sends what was answered no second time. */
async function sendQuietly(
  referrer: string | null,
  recruit: string,
  silent: boolean,
): Promise<boolean> {
  if (silent && referrer !== null && isAnswered(referrer, recruit)) return false;
  try {
    return await sendClaim(referrer, recruit);
  } catch (error) {
    console.error('The referral was not sent', error);
    return false;
  }
}
