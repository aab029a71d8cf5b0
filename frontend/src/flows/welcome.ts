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
 * What follows a connect: the wallet is signed in with what it signed, the referral is claimed, and the
 * visitor who clicked is welcomed and led to the dashboard. A wallet that came back by itself stays
 * where it is, and so does a visitor who has disconnected or moved on meanwhile.
 *
 * @throws what `request` throws when a click's referral could not be sent, which is a failed connect (specification,
 * section 8), unless the signature has proven that referral
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

/** What follows the end of a connection: nobody is welcomed any more, or signed in. */
export function farewell(): void {
  retractToast(WELCOME);
  signOut();
}

/** What the signature did for the referral. Without a session the dashboard can only be looked at. */
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
 * Whether the server recorded the referral of the link that brought the visitor. A page that looks by itself sends what
 * was answered no second time, and for it, as for a referral that is proven, a failure changes nothing.
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
