import type { ReferralStats } from '@backend/referral-stats/referral-stats.schema';
import type { Session } from '@backend/session/session.schema';
import { FinePrint } from '@/components/fine-print';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Query } from '@/lib/query';
import { useProve, type ProveStatus } from './use-prove';

const TEXTS: Readonly<Record<ProveStatus, string>> = {
  idle: 'Sign one sentence to prove that this wallet is yours. It moves nothing, costs nothing, and brings 100 points a day for turning up.',
  asking:
    'Phantom is showing you the sentence. Read it. It is the only disclosure here that you will sign.',
  refused:
    'Nothing was proven and nothing has changed. Declining to sign things is the best habit on this chain.',
};

interface ProveWalletProps {
  readonly wallet: string;
  readonly session: Query<Session>;
  /** Undefined until they are known. */
  readonly stats: ReferralStats | undefined;
}

/** Says whether the wallet has proven itself to the server, and lets it do so. Both states take the same room. */
export function ProveWallet({ wallet, session, stats }: ProveWalletProps) {
  const { status, prove } = useProve(wallet);
  const signedIn = session.data?.wallet === wallet;
  const claimed = stats?.referrerStatus === 'claimed';

  return (
    <Card title="Your Signature" aria-busy={session.loading} className="lg:px-8">
      <div className="min-h-36 sm:min-h-28">
        {session.loading ? null : signedIn && !claimed ? (
          <>
            <p>
              Proven. This wallet has signed for itself, which puts it ahead of most of the
              industry.
            </p>
            <FinePrint className="mt-2">
              Each UTC day that you come back is worth 100 points. Points are worth nothing.
            </FinePrint>
          </>
        ) : (
          <>
            <p role="status">{TEXTS[status]}</p>
            <Button
              variant="outline"
              size="sm"
              className="mt-4"
              aria-busy={status === 'asking'}
              onClick={prove}
            >
              Prove it
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
