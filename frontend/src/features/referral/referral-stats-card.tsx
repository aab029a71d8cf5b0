import { Link } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { referralLink } from '@backend/shared/referral-link';
import { CopyButton } from '@/components/copy';
import { Fact, Stat } from '@/components/stat';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cardPath, paths } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';
import { TOASTS } from '@/features/toast/toasts';
import { useToast } from '@/features/toast/use-toast';
import { formatCount } from '@/lib/format';
import { pendingRecruits, pendingText, provenText, reminderText } from './referral-texts';
import type { KnownStats } from './use-referral-stats';

interface ReferralStatsCardProps {
  wallet: string;
  stats: SWRResponse<KnownStats, Error>;
}

export function ReferralStatsCard({ wallet, stats }: ReferralStatsCardProps) {
  const { data, error, isLoading, mutate } = stats;
  const { publicOrigin } = useSettings();
  const toast = useToast();
  const link = referralLink(publicOrigin, wallet);
  const pending = data ? pendingRecruits(data) : null;
  return (
    <Card id="recruits" title="Your Recruits" aria-busy={isLoading}>
      <CopyButton
        what="link"
        text={link}
        onCopied={() => toast.show(TOASTS.copied)}
        className="w-full max-xs:px-3! max-xs:text-[0.9375rem]"
      >
        Copy Your Referral Link
      </CopyButton>
      <ShareKit
        what="your referral link"
        link={link}
        picture={{ name: 'Your certificate', href: cardPath(wallet) }}
      />
      <dl className="mt-5 grid grid-cols-2 gap-3 max-2xs:grid-cols-1 max-xs:text-[0.9375rem]">
        <Stat
          label="Direct Recruits"
          value={data ? formatCount(data.directRecruits) : null}
          roomFor={10}
          note={data ? provenText(data) : null}
        />
        <Stat
          label="Total Points"
          value={data ? formatCount(data.points) : null}
          roomFor={10}
          note={data ? pendingText(data) : null}
        />
      </dl>
      {error && !isLoading ? (
        <div className="mt-4">
          <QueryFailure onRetry={mutate}>
            Your stats did not load. Until they do, you are as successful as you say you are.
          </QueryFailure>
        </div>
      ) : null}
      <dl className="mt-4 border-t border-line">
        <Fact label="Yet to sign">
          {pending === null ? null : <Pending recruits={pending} link={link} />}
        </Fact>
      </dl>
      <Button asChild variant="link" size="sm">
        <Link to={paths.proof}>How a point is proven</Link>
      </Button>
    </Card>
  );
}

const REMINDER_COPIED = {
  title: 'Reminder Copied',
  description: 'Send it to whoever has not signed. They know who they are; we do not.',
};

interface PendingProps {
  readonly recruits: number;
  readonly link: string;
}

function Pending({ recruits, link }: PendingProps) {
  const toast = useToast();
  if (recruits === 0) return 'Nobody';
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <span>{formatCount(recruits)}</span>
      <CopyButton
        variant="link"
        size="sm"
        what="reminder"
        text={reminderText(link)}
        onCopied={() => toast.show(REMINDER_COPIED)}
      >
        Copy a reminder
      </CopyButton>
    </div>
  );
}
