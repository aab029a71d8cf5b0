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
 * Runs after a connect: signs the wallet in, claims the referral, and, after a click, welcomes the visitor and opens the
 * dashboard. A silent reconnect stays on its page, as does a visitor who has disconnected or moved on.
 *
 * @throws what `request` throws if the referral of a click could not be sent: a failed connect (specification, section 8),
 * unless the signature has proven that referral
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

/** Runs after a disconnect: removes the welcome and signs out. */
export function farewell(): void {
  retractToast(WELCOME);
  signOut();
}

/** Signs in and returns what the signature did for the referral. A failure leaves the wallet connected, but not signed in. */
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
 * Claims the referral of the visitor's link and returns true if the server recorded it. A silent reconnect sends no claim
 * that was already answered. Its failure, or that of a proven referral, is only logged.
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
