import { useEffect, useState } from 'react';
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
import { useProve, type ProveStatus } from './use-prove';
import type { KnownSession } from './use-session';

const TEXTS: Readonly<Record<ProveStatus, string>> = {
  idle: 'Sign one sentence to prove that this wallet is yours. It moves nothing, costs nothing, and brings 100 points a day for turning up.',
  fetching: 'Fetching the sentence that you are about to be asked to sign.',
  asking:
    'Phantom is showing you the sentence. Read it. It is the only disclosure here that you will sign.',
  checking: 'Signed. Our server is checking that it was you.',
  declined:
    'Nothing was proven and nothing has changed. Declining to sign things is the best habit on this chain.',
  unsigned:
    'Phantom could not sign with this account, and nothing has changed. Unlock it, or try another account.',
  failed: 'Our server did not do its part. That was us, not you. Try again in a minute.',
};

/** What is said where somebody claims the visitor, and once they say that it was somebody else. */
const CONSENT = {
  asked: 'Somebody says so. It counts once you have signed for it; until then it is a rumour.',
  other: 'Then open their link in this browser and connect. It comes before any claim.',
};

interface ProveWalletProps {
  readonly wallet: string;
  readonly session: Query<KnownSession>;
  readonly stats: Query<KnownStats>;
}

/**
 * Says whether the wallet has proven itself to the server, and lets it do so. A signature names who the visitor's link
 * names; somebody whom only a claim names is named once the visitor says that they brought them.
 */
export function ProveWallet({ wallet, session, stats }: ProveWalletProps) {
  const { status, busy, prove } = useProve(wallet);
  const [declined, setDeclined] = useState<string | null>(null);
  const [another, setAnother] = useState<string | null>(null);
  const link = rememberedReferrer();
  const named = link === wallet ? null : link;
  const claimed = claimOf(stats.data);
  const isRefused = claimed !== null && (claimed === declined || isDeclined(claimed, wallet));
  const open = isRefused ? null : claimed;
  /** Of whom the visitor is asked whether they brought them. */
  const asked = named === null ? open : null;
  const signedIn = session.data?.wallet === wallet;
  const hasToDecline = signedIn && isRefused;
  const loading = session.loading || (named === null && stats.loading);

  useEffect(() => {
    if (!hasToDecline) return;
    declineClaim(wallet).then(
      () => refreshStats(wallet),
      (error: unknown) => console.error('The claim was not declined', error),
    );
  }, [hasToDecline, wallet]);

  function decline(referrer: string): void {
    declineReferrer(referrer, wallet);
    setDeclined(referrer);
  }

  return (
    <Card title="Your Signature" aria-busy={loading || busy} className="lg:px-8">
      <div className="min-h-41 sm:min-h-28">
        {loading ? (
          <p>Looking for your signature.</p>
        ) : session.failed && session.data === undefined ? (
          <QueryFailure onRetry={session.retry}>
            Your signature did not load. It is in writing somewhere.
          </QueryFailure>
        ) : signedIn && open === null ? (
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
                : CONSENT[another === asked ? 'other' : 'asked']}
            </p>
            {/* Anew for each: a key that was on its way to one button must not say yes to somebody who comes meanwhile. */}
            <div key={asked} className="mt-4 flex flex-wrap gap-3">
              <BusyButton
                variant="outline"
                size="sm"
                busy={busy}
                onClick={() => void prove(asked ?? named)}
              >
                {asked === null ? 'Prove it' : 'Yes, prove it'}
              </BusyButton>
              {asked === null ? null : (
                <>
                  <Button variant="outline" size="sm" onClick={() => decline(asked)}>
                    No
                  </Button>
                  <Button variant="outline" size="sm" onClick={() => setAnother(asked)}>
                    Somebody else
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

/** Who is said to have brought a wallet that has not signed for it, or null. */
function claimOf(stats: KnownStats | undefined): string | null {
  return stats?.referrerStatus === 'claimed' ? (stats.referrer ?? null) : null;
}
