import { paths } from '@/config/paths';
import { claimReferral } from '@/features/referral/claim-referral';
import {
  forgetProven,
  isAnswered,
  noteAnswered,
  rememberedReferrer,
} from '@/features/referral/referrer-memory';
import { refreshStats } from '@/features/referral/use-referral-stats';
import { signIn, signOut, type KnownSignIn } from '@/features/session/use-session';
import { retractToast, showToast } from '@/features/toast/toast-store';
import type { Connection } from '@/features/wallet/wallet-store';

const WELCOME = 'Wallet Connected';

/**
 * Runs after a connect: signs in and claims the referral. After a click, it also welcomes the visitor and opens the
 * dashboard. A silent reconnect stays on its page, and so does a visitor who has disconnected or opened another page
 * meanwhile.
 *
 * @throws what `request` throws if the claim of a click could not be sent, unless the signature has proven the
 * referral; the connect then counts as failed (specification, section 8)
 */
export async function welcome(
  connection: Connection,
  goTo: (path: string) => Promise<void>,
): Promise<void> {
  const { address, from, isOn } = connection;
  const link = rememberedReferrer();
  const referral = await prove(connection);
  forgetProven(referral);
  if (!isOn()) return;
  const isProven = referral?.status === 'proven' && referral.referrer === link;
  const claimed = link !== null && (await claim(link, connection, isProven));
  if (claimed) refreshStats(address);
  if (!isOn()) return;
  if (referral?.credited || claimed) {
    showToast({
      title: 'Referral Bonus!',
      description: "You've been recruited! Extra points awarded.",
    });
  }
  if (from === null) return;
  showToast({ title: WELCOME, description: 'Welcome to the pyramid, recruit!' });
  const { pathname } = window.location;
  if (pathname === from && from !== paths.dashboard) await goTo(paths.dashboard);
}

/** Runs after a disconnect: removes the toast with the welcome, and signs out. */
export function farewell(): void {
  retractToast(WELCOME);
  signOut();
}

/** Signs in, and returns the referral in the answer. After a failure the wallet stays connected, but not signed in. */
async function prove({ signed, isOn }: Connection): Promise<KnownSignIn['referral']> {
  if (signed === null) return null;
  try {
    return (await signIn(signed, isOn))?.referral ?? null;
  } catch (error) {
    console.error('Connected, but not signed in', error);
    return null;
  }
}

/**
 * Claims the referral of the visitor's link. Returns true if the server recorded it. A silent reconnect does not repeat
 * a claim that the server has answered. After a silent reconnect, or if the referral is already proven, a failure is only
 * logged.
 */
async function claim(
  referrer: string,
  { address, from }: Connection,
  isProven: boolean,
): Promise<boolean> {
  if (from === null && isAnswered(referrer, address)) return false;
  try {
    const recorded = await claimReferral({ referrerId: referrer, recruitId: address });
    noteAnswered(referrer, address);
    return recorded;
  } catch (error) {
    if (from !== null && !isProven) throw error;
    console.error('The referral was not sent', error);
    return false;
  }
}
