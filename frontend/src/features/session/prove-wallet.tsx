import { Check } from 'lucide-react';
import { useState } from 'react';
import type { SWRResponse } from 'swr';
import { BusyButton, Button } from '@/components/ui/button';
import { Fact } from '@/components/stat';
import { QueryFailure } from '@/components/query-failure';
import {
  declineReferrer,
  forgetReferrer,
  isDeclined,
  rememberedReferrer,
} from '@/features/referral/referrer-memory';
import { broughtBy, streakLabel, streakText } from '@/features/referral/referral-texts';
import type { KnownStats } from '@/features/referral/use-referral-stats';
import { PUBLISHED } from './consent';
import { ReferrerByHand } from './referrer-by-hand';
import { useProve, type ProveStatus } from './use-prove';
import type { Failure, KnownSession } from './use-session';

const TEXTS: Readonly<Record<Extract<ProveStatus, string>, string>> = {
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
    'Our server does not recognise this browser. Prove it again. If that fails, too, allow cookies for this site. We set two, and neither follows you.',
  failed: 'Our server did not do its part. That was us, not you. Try again in a minute.',
};

function textOf(status: ProveStatus): string {
  if (typeof status === 'string') return TEXTS[status];
  return `Our server said no and, which is not like us, said why: “${status.reason}”`;
}

const CONSENT = {
  claimed: 'Somebody says so. It counts once you have signed for it; until then it is a rumour.',
  byHand: 'You say so. It counts once you have signed for it, since anybody can say things.',
};

interface ProveWalletProps {
  readonly wallet: string;
  readonly session: SWRResponse<KnownSession, Error>;
  /** Why the sign-in on connecting failed, or null. */
  readonly failure: Failure | null;
  readonly stats: SWRResponse<KnownStats, Error>;
}

/** Asks for a signature, which names a referrer only if the card shows the full address and the visitor agrees. */
export function ProveWallet({ wallet, session, failure, stats }: ProveWalletProps) {
  const { status, busy, prove, cancel, decline } = useProve(wallet, failure);
  const [declined, setDeclined] = useState<string | null>(null);
  const [byHand, setByHand] = useState<string | null>(null);
  const [asksByHand, setAsksByHand] = useState(false);
  const link = rememberedReferrer();
  const named = link === wallet ? null : link;
  const claimed = claimOf(stats.data);
  const signedIn = session.data?.wallet === wallet;
  const open = isRefused(claimed) ? null : claimed;
  const isRecruit = stats.data?.referrerStatus === 'proven';
  const mayName = stats.data !== undefined && !isRecruit;
  const asked = isRecruit ? null : (byHand ?? named ?? open);
  const isProven = signedIn && open === null && (isRecruit || byHand === null);
  const isLoading = session.isLoading || (named === null && stats.isLoading);

  /** The server lets only a signed-in wallet decline. Before the sign-in, this browser stores the decision. */
  function isRefused(claim: string | null): boolean {
    return claim !== null && (claim === declined || (!signedIn && isDeclined(claim, wallet)));
  }

  function reject(referrer: string): void {
    cancel();
    setByHand(null);
    forgetReferrer(referrer);
    setDeclined(referrer);
    // Until the stats have loaded, the claim may name this referrer.
    if (stats.data !== undefined && referrer !== claimed) return;
    declineReferrer(referrer, wallet);
    if (signedIn) void declineOnServer();
  }

  /** If it fails, a visitor who is still signed in is asked again. */
  async function declineOnServer(): Promise<void> {
    if (!(await decline())) setDeclined(null);
  }

  async function sign(): Promise<void> {
    const signIn = await prove(asked);
    // The stats may be missing, or older than this answer.
    const referral = signIn?.referral;
    if (referral?.status === 'claimed' && isRefused(referral.referrer)) await declineOnServer();
  }

  function name(referrer: string): void {
    cancel();
    setByHand(referrer);
    setAsksByHand(false);
  }

  return (
    <div aria-busy={isLoading || busy}>
      <dl className="mt-5 border-t border-line">
        <Fact label={streakLabel()}>{stats.data ? streakText(stats.data) : null}</Fact>
        <Fact label="Brought by">
          {mayName && (asked === null || isProven) && !isLoading && !asksByHand ? (
            <Button variant="link" size="sm" onClick={() => setAsksByHand(true)}>
              Somebody brought me
            </Button>
          ) : (
            stats.data && broughtBy(stats.data)
          )}
        </Fact>
        <Fact label="Signature">
          {session.data && !session.isLoading ? <SignatureState signedIn={signedIn} /> : null}
        </Fact>
      </dl>
      {isLoading || isProven ? null : session.error && session.data === undefined ? (
        <div className="mt-4">
          <QueryFailure onRetry={session.mutate}>
            Your signature did not load. It is in writing somewhere.
          </QueryFailure>
        </div>
      ) : (
        <div className="mt-4">
          {asked === null ? null : (
            <p className="mb-2">
              Did <span className="font-mono text-sm break-all text-sand">{asked}</span> bring you?
            </p>
          )}
          <p role="status">
            {status !== 'idle' || asked === null
              ? textOf(status)
              : CONSENT[asked === byHand ? 'byHand' : 'claimed']}
          </p>
          <p className="mt-2 text-[0.9375rem] text-stone">{PUBLISHED}</p>
          {/* Each referrer gets new buttons, so that a keypress cannot confirm a referrer that has just appeared. */}
          <div key={asked} className="mt-4 flex flex-wrap gap-3">
            <BusyButton
              size="sm"
              busyWith={busy ? textOf(status) : null}
              onClick={() => void sign()}
            >
              {asked === null ? 'Prove it' : 'Yes, prove it'}
            </BusyButton>
            {status === 'asking' ? (
              <Button variant="outline" size="sm" onClick={cancel}>
                Cancel
              </Button>
            ) : null}
            {asked === null || status === 'checking' ? null : (
              <Button variant="outline" size="sm" onClick={() => reject(asked)}>
                No
              </Button>
            )}
            {mayName && asked !== null && !asksByHand ? (
              <Button variant="link" size="sm" onClick={() => setAsksByHand(true)}>
                Somebody else
              </Button>
            ) : null}
          </div>
        </div>
      )}
      {mayName && asksByHand ? <ReferrerByHand wallet={wallet} onName={name} /> : null}
    </div>
  );
}

function SignatureState({ signedIn }: { readonly signedIn: boolean }) {
  if (!signedIn) return 'Not signed';
  return (
    <span className="inline-flex items-center gap-2 text-gold-bright">
      <Check aria-hidden="true" className="size-4" />
      Signed
    </span>
  );
}

function claimOf(stats: KnownStats | undefined): string | null {
  return stats?.referrerStatus === 'claimed' ? (stats.referrer ?? null) : null;
}
