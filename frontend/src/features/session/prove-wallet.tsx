import { useState } from 'react';
import { FinePrint } from '@/components/fine-print';
import { BusyButton, Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { QueryFailure } from '@/components/query-failure';
import { declineClaim } from '@/features/referral/claim-referral';
import {
  declineReferrer,
  isDeclined,
  rememberedReferrer,
} from '@/features/referral/referrer-memory';
import { refreshStats, type KnownStats } from '@/features/referral/use-referral-stats';
import type { Query } from '@/lib/query';
import { ReferrerByHand } from './referrer-by-hand';
import { useProve, type ProveStatus } from './use-prove';
import type { KnownSession } from './use-session';

const TEXTS: Readonly<Record<ProveStatus, string>> = {
  idle: 'Sign one sentence to prove that this wallet is yours. Until you do, there are no points for turning up, and none for whoever brought you. It moves nothing and costs nothing.',
  fetching: 'Fetching the sentence that you are about to be asked to sign.',
  asking:
    'Phantom is showing you the sentence. Read it. It is the only disclosure here that you will sign.',
  checking: 'Signed. Our server is checking that it was you.',
  declined:
    'Nothing was proven and nothing has changed. Declining to sign things is the best habit on this chain.',
  unsigned:
    'Phantom could not sign with this account, and nothing has changed. Unlock it, or try another account.',
  cookies:
    'Your browser refuses cookies, so our server cannot tell that it was you. Allow them for this site, then prove it again. We set two, and neither follows you.',
  failed: 'Our server did not do its part. That was us, not you. Try again in a minute.',
};

/** What is said where a claim names a referrer, and where the visitor does. */
const CONSENT = {
  claimed: 'Somebody says so. It counts once you have signed for it; until then it is a rumour.',
  byHand: 'You say so. It counts once you have signed for it, since anybody can say things.',
};

interface ProveWalletProps {
  readonly wallet: string;
  readonly session: Query<KnownSession>;
  readonly stats: Query<KnownStats>;
}

/**
 * Says whether the wallet has proven itself to the server, and lets it do so. A signature names who the visitor's link
 * names. A referrer whom only a claim or the visitor names is shown in full, and named once the visitor says yes.
 */
export function ProveWallet({ wallet, session, stats }: ProveWalletProps) {
  const { status, busy, prove, cancel } = useProve(wallet);
  const [declined, setDeclined] = useState<string | null>(null);
  const [byHand, setByHand] = useState<string | null>(null);
  const [asksByHand, setAsksByHand] = useState(false);
  const link = rememberedReferrer();
  const named = link === wallet ? null : link;
  const claimed = claimOf(stats.data);
  const signedIn = session.data?.wallet === wallet;
  // Only a signed-in wallet can decline on the server. Until then this browser remembers it.
  const isRefused =
    claimed !== null && (claimed === declined || (!signedIn && isDeclined(claimed, wallet)));
  const open = isRefused ? null : claimed;
  /** The referrer whom the visitor is asked to confirm. */
  const asked = named === null ? (byHand ?? open) : null;
  const isProven = signedIn && open === null && byHand === null;
  const mayName = named === null && stats.data !== undefined && !isRecruit(stats.data);
  const loading = session.loading || (named === null && stats.loading);

  function decline(referrer: string): void {
    if (referrer === byHand) {
      setByHand(null);
      return;
    }
    declineReferrer(referrer, wallet);
    setDeclined(referrer);
    if (signedIn) void declineOnServer();
  }

  /** If the server cannot be told, the visitor is asked again. */
  async function declineOnServer(): Promise<void> {
    try {
      await declineClaim(wallet);
      refreshStats(wallet);
    } catch (error) {
      console.error('The claim was not declined', error);
      setDeclined(null);
    }
  }

  async function sign(): Promise<void> {
    const proven = await prove(asked ?? named);
    if (proven && isRefused) await declineOnServer();
  }

  function name(referrer: string): void {
    setByHand(referrer);
    setAsksByHand(false);
  }

  return (
    <Card title="Your Signature" aria-busy={loading || busy} className="lg:px-8">
      <div className="min-h-54 sm:min-h-41">
        {loading ? (
          <p>Looking for your signature.</p>
        ) : session.isError && session.data === undefined ? (
          <QueryFailure onRetry={session.refetch}>
            Your signature did not load. It is in writing somewhere.
          </QueryFailure>
        ) : isProven ? (
          <>
            <p>
              Proven. This wallet has signed for itself, which puts it ahead of most of the
              industry.
            </p>
            <FinePrint className="mt-2">
              Each UTC day that you come back is worth 100 points. Points are worth nothing. A
              streak survives one missed day a week.
            </FinePrint>
          </>
        ) : (
          <>
            {asked === null ? null : (
              <p className="mb-2">
                Did <span className="font-mono text-sm break-all text-sand">{asked}</span> bring
                you?
              </p>
            )}
            <p role="status">
              {status !== 'idle' || asked === null
                ? TEXTS[status]
                : CONSENT[asked === byHand ? 'byHand' : 'claimed']}
            </p>
            {/* Anew for each: a key that was on its way to one button must not say yes to somebody who comes meanwhile. */}
            <div key={asked} className="mt-4 flex flex-wrap gap-3">
              <BusyButton
                variant="outline"
                size="sm"
                busyWith={busy ? TEXTS[status] : null}
                onClick={() => void sign()}
              >
                {asked === null ? 'Prove it' : 'Yes, prove it'}
              </BusyButton>
              {status === 'asking' ? (
                <Button variant="outline" size="sm" onClick={cancel}>
                  Cancel
                </Button>
              ) : null}
              {asked === null ? null : (
                <Button variant="outline" size="sm" onClick={() => decline(asked)}>
                  No
                </Button>
              )}
            </div>
          </>
        )}
        {loading || !mayName ? null : asksByHand ? (
          <ReferrerByHand wallet={wallet} onName={name} />
        ) : (
          <Button variant="link" size="sm" className="mt-2" onClick={() => setAsksByHand(true)}>
            {asked === null ? 'Somebody brought me' : 'Somebody else'}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** True if the wallet has signed for a referrer, which is final. */
function isRecruit({ referrerStatus }: KnownStats): boolean {
  return referrerStatus === 'proven';
}

/** Returns the referrer of an unproven claim, or null. */
function claimOf(stats: KnownStats | undefined): string | null {
  return stats?.referrerStatus === 'claimed' ? (stats.referrer ?? null) : null;
}
