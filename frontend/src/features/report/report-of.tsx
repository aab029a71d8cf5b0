import type { ReactNode } from 'react';
import useSWR from 'swr';
import type { Report } from '@backend/report/report.schema';
import { QueryFailure } from '@/components/query-failure';
import { Stat } from '@/components/stat';
import { REPORT } from '@/config/paths';
import { fetcherOf } from '@/lib/api';
import { formatCount, formatDate } from '@/lib/format';
import { Finding } from './finding';
import { GrowthChart, growthTable } from './growth-chart';
import { Letter } from './letter';
import { PayoutChart, payoutTable } from './payout-chart';
import { PointsChart, pointsTable } from './points-chart';
import { reportAnswer } from './report-answer';
import { findingsOf, letterOf, peopleOf, readingsOf } from './report-texts';
import { ShapeChart, shapeTable } from './shape-chart';

interface ReportOfProps {
  readonly skeleton: ReactNode;
  readonly children: (report: Report) => ReactNode;
}

export function ReportOf({ skeleton, children }: ReportOfProps) {
  const { data, isLoading, mutate } = useSWR<Report, Error>(REPORT, fetcherOf(reportAnswer));
  if (data) {
    return (
      <>
        <Findings report={data} />
        {children(data)}
      </>
    );
  }
  if (isLoading) return skeleton;
  return (
    <div className="page safe-x min-h-svh">
      <QueryFailure onRetry={mutate}>
        The report did not load. The auditors have been told that it did.
      </QueryFailure>
    </div>
  );
}

/** With fewer people than this, but at least one, the page says that the numbers mean little. */
const FEW = 20;

function Findings({ report }: { readonly report: Report }) {
  const { at, weeks, levels, points, payout } = report;
  const findings = findingsOf(report);
  const readings = readingsOf(report);
  const { people } = peopleOf(report);
  return (
    <>
      <div className="page safe-x grid gap-10 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-14 print:pb-4">
        <Letter sentences={letterOf(report)} />
        <div>
          <dl className="grid grid-cols-2 gap-x-8 gap-y-8">
            {Object.entries({
              Wallets: report.wallets,
              'Proven recruits': payout.paid,
              Claims: report.claimed,
              Levels: levels.length,
            }).map(([label, value]) => (
              <Stat key={label} label={label} value={formatCount(value)} roomFor={7} />
            ))}
          </dl>
          <p className="mt-8 text-sm text-stone">
            {`Counted on ${formatDate(new Date(at))}, and again every few minutes.`}
            {people > 0 && people < FEW
              ? ` With ${formatCount(people)} people in it, every figure here is an anecdote.`
              : null}
          </p>
        </div>
      </div>
      <div className="print:grid print:grid-cols-2 print:gap-x-12">
        <Finding
          statement={findings.growth}
          method="Proven recruits by the week in which they signed, claims by the week in which somebody made them, as the leaderboard counts them today. The last week is not over."
          reading={readings.growth}
          table={growthTable(weeks)}
        >
          {report.wallets === 0 ? null : <GrowthChart weeks={weeks} />}
        </Finding>
        <Finding
          statement={findings.shape}
          method="Every wallet with a proven referral, one level below its referrer. Whoever has nobody above stands on level 1."
          reading={readings.shape}
          table={shapeTable(levels)}
        >
          {levels.length === 0 ? null : <ShapeChart levels={levels} />}
        </Finding>
        <Finding
          statement={findings.points}
          method="All points, those of check-ins included, of every wallet that has some or stands in the pyramid. Tenths and hundredths are rounded up to whole wallets."
          reading={readings.points}
          table={pointsTable(points)}
        >
          {points.total === 0 ? null : <PointsChart points={points} />}
        </Finding>
        <Finding
          statement={findings.payout}
          method="Had every proven recruit paid one coin to their referrer, who keeps half of whatever comes in and hands the other half up; whoever has nobody above keeps all. Nobody paid anything."
          reading={readings.payout}
          table={payoutTable(payout)}
        >
          {payout.paid === 0 ? null : <PayoutChart payout={payout} />}
        </Finding>
      </div>
    </>
  );
}
