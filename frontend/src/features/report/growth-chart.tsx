import type { ReportWeek } from '@backend/report/report.schema';
import type { NumberTableProps } from '@/components/number-table';
import { formatDay, formatShortCount } from '@/lib/format';
import { Legend } from './finding';
import { ticksUpTo } from './ticks';

const WEEK_WIDTH = 10;
const HEIGHT = 100;
const STONE_HEIGHT = 5;

/** In pixels. */
const JOINT = 1.5;

/** Weeks from one label to the next. A report has 13 weeks, so the first and the last week have a label. */
const LABELLED = 4;

const HOLLOW = 'fill-dune stroke-gold-deep';

export function GrowthChart({ weeks }: { readonly weeks: readonly ReportWeek[] }) {
  const ticks = ticksUpTo(
    Math.max(...weeks.map(({ wallets, proven, claimed }) => Math.max(wallets, proven + claimed))),
  );
  const [top = 1] = ticks;
  const heightOf = (count: number): number => (HEIGHT * count) / top;
  return (
    <>
      <p className="mb-3 text-sm text-stone">People a week</p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <ol
          aria-hidden="true"
          className="-my-[0.65em] flex flex-col justify-between text-right text-xs text-stone tabular-nums"
        >
          {ticks.map((tick) => (
            <li key={tick}>{formatShortCount(tick)}</li>
          ))}
        </ol>
        <svg
          role="img"
          aria-label={`Recruits and new wallets in ${weeks.length} weeks`}
          viewBox={`0 0 ${weeks.length * WEEK_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-56 w-full overflow-visible forced-color-adjust-none sm:h-80"
        >
          {ticks.map((tick) => (
            <path
              key={tick}
              d={`M0 ${HEIGHT - heightOf(tick)}H${weeks.length * WEEK_WIDTH}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {weeks.map(({ begins, wallets, proven, claimed }, index) => (
            <Week
              key={begins}
              left={index * WEEK_WIDTH}
              proven={heightOf(proven)}
              claimed={heightOf(claimed)}
              wallets={heightOf(wallets)}
            />
          ))}
        </svg>
        <ol
          aria-hidden="true"
          className="col-start-2 mt-2 flex flex-wrap justify-between text-xs whitespace-nowrap text-stone"
        >
          {weeks
            .filter((_, index) => index % LABELLED === 0)
            .map(({ begins }) => (
              <li key={begins}>{formatDay(new Date(begins))}</li>
            ))}
        </ol>
      </div>
      <Legend
        entries={[
          ['fill-gold', 'Proven recruits'],
          [HOLLOW, 'Claims, not proven so far'],
          ['fill-none stroke-sand stroke-2', 'Wallets first seen'],
        ]}
      />
    </>
  );
}

/** The position and the heights, in drawing units. */
interface WeekProps {
  readonly left: number;
  readonly proven: number;
  readonly claimed: number;
  readonly wallets: number;
}

function Week({ left, proven, claimed, wallets }: WeekProps) {
  const [from, ridge, to] = [left + 1.5, left + 5.5, left + 8.5];
  const top = HEIGHT - proven;
  const joints = Array.from({ length: Math.ceil(proven / STONE_HEIGHT) }, (_, stone) => {
    const y = HEIGHT - stone * STONE_HEIGHT;
    return stone === 0 ? '' : `M${from} ${y}H${to}`;
  });
  return (
    <>
      <path d={`M${from} ${HEIGHT}V${top}H${to}V${HEIGHT}Z`} className="fill-gold" />
      <path d={`M${ridge} ${HEIGHT}V${top}H${to}V${HEIGHT}Z`} className="fill-gold-deep" />
      <path
        d={joints.join('')}
        className="stroke-dusk"
        strokeWidth={JOINT}
        vectorEffect="non-scaling-stroke"
      />
      {claimed === 0 ? null : (
        <path
          d={`M${from + 0.2} ${top - 0.8}V${top - claimed}H${to - 0.2}V${top - 0.8}Z`}
          className={HOLLOW}
          strokeWidth={JOINT}
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={`M${left + 0.5} ${HEIGHT - wallets}H${left + WEEK_WIDTH - 0.5}`}
        className="stroke-sand"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

export function growthTable(weeks: readonly ReportWeek[]): NumberTableProps {
  return {
    caption: 'Growth by week',
    columns: ['Week from', 'Wallets', 'Proven', 'Claimed'],
    rows: weeks.map(({ begins, wallets, proven, claimed }) => [begins, wallets, proven, claimed]),
  };
}
