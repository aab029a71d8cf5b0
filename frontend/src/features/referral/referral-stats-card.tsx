import { Link } from 'react-router-dom';
import { referralLink } from '@backend/shared/referral-link';
import { Stat } from '@/components/stat';
import { FinePrint } from '@/components/fine-print';
import { QueryFailure } from '@/components/query-failure';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { cardPath, paths } from '@/config/paths';
import { useSettings } from '@/config/settings';
import { ShareKit } from '@/features/share/share-kit';
import { formatCount, UNKNOWN } from '@/lib/format';
import type { Query } from '@/lib/query';
import { CopyReferralLink, CopyReminder } from './copy-referral-link';
import {
  broughtBy,
  pendingNeeds,
  pendingRecruits,
  pendingText,
  provenText,
  streakLabel,
  streakText,
} from './referral-texts';
import type { KnownStats } from './use-referral-stats';

interface ReferralStatsCardProps {
  wallet: string;
  stats: Query<KnownStats>;
}

/** The visitor's link and its recruits. Unknown figures are left out. */
export function ReferralStatsCard({ wallet, stats }: ReferralStatsCardProps) {
  const { data, isError, loading, refetch } = stats;
  const { publicOrigin } = useSettings();
  const link = referralLink(publicOrigin, wallet);
  return (
    <Card title="Your Recruits" aria-busy={loading}>
      <CopyReferralLink link={link} />
      <ShareKit
        what="your referral link"
        link={link}
        picture={{ name: 'Your certificate', href: cardPath(wallet) }}
      />
      <dl className="mt-6 grid grid-cols-2 gap-3 max-2xs:grid-cols-1 max-xs:text-[0.9375rem]">
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
      <div className="mt-1 min-h-36 max-xs:min-h-44">
        {isError && !loading ? (
          <QueryFailure onRetry={refetch}>
            Your stats did not load. You may have recruited anybody.
          </QueryFailure>
        ) : (
          <>
            <FinePrint className="pt-3">{data ? pendingNeeds(data) : null}</FinePrint>
            {data && pendingRecruits(data) > 0 ? <CopyReminder link={link} /> : null}
          </>
        )}
      </div>
      <dl className="border-t border-line text-[0.9375rem] tabular-nums">
        <Fact label="Who brought you">{data ? broughtBy(data) : null}</Fact>
        <Fact label={streakLabel()}>{data ? streakText(data) : null}</Fact>
      </dl>
      <Button asChild variant="link" size="sm">
        <Link to={paths.proof}>How a point is proven</Link>
      </Button>
    </Card>
  );
}

interface FactProps {
  label: string;
  children: string | null;
}

function Fact({ label, children }: FactProps) {
  return (
    <div className="flex min-h-11 flex-wrap max-xs:min-h-17 items-center justify-between gap-x-4 border-b border-line py-2">
      <dt className="text-stone">{label}</dt>
      <dd>{children ?? UNKNOWN}</dd>
    </div>
  );
}
