import type { Report } from '@backend/report/report.schema';
import type { NumberTableProps } from '@/components/number-table';
import { formatCount, plural } from '@/lib/format';
import { Legend } from './finding';
import { percentText, topTenth } from './report-texts';

type Points = Report['points'];

interface Group {
  readonly name: string;
  readonly wallets: number;
  readonly points: number;
  readonly classes: string;
}

const BLOCKS = 100;

/** Minimum number of wallets for which the top 1 % is a group of its own. */
const MANY = 100;

function groupsOf({ wallets, total, topPercent, topTenPercent }: Points): readonly Group[] {
  const tenth = topTenth(wallets);
  const everybodyElse: Group = {
    name: 'Everybody else',
    wallets: wallets - tenth,
    points: total - topTenPercent,
    classes: 'fill-dune stroke-gold-deep',
  };
  const top = { name: 'The top 10%', wallets: tenth, points: topTenPercent, classes: 'fill-gold' };
  if (wallets < MANY) return [top, everybodyElse];
  const percent = Math.ceil(wallets / 100);
  return [
    { name: 'The top 1%', wallets: percent, points: topPercent, classes: 'fill-ember' },
    {
      ...top,
      name: 'The rest of the top 10%',
      wallets: tenth - percent,
      points: topTenPercent - topPercent,
    },
    everybodyElse,
  ];
}

export function PointsChart({ points }: { readonly points: Points }) {
  const groups = groupsOf(points);
  return (
    <>
      <Bar label="Of 100 wallets" groups={groups} sizeOf={({ wallets }) => wallets} />
      <Bar label="Of 100 points" groups={groups} sizeOf={({ points }) => points} />
      <Legend
        entries={groups.map(({ name, wallets, points: held, classes }) => [
          classes,
          `${name}: ${plural(wallets, 'wallet')}, ${percentText(held, points.total)} of the points`,
        ])}
      />
    </>
  );
}

interface BarProps {
  readonly label: string;
  readonly groups: readonly Group[];
  readonly sizeOf: (group: Group) => number;
}

function Bar({ label, groups, sizeOf }: BarProps) {
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  // Rounds the ends of the stretches instead of their lengths, so that there are a hundred blocks.
  const endOf = (count: number): number => {
    const sum = groups.slice(0, count).reduce((held, group) => held + sizeOf(group), 0);
    return Math.round((BLOCKS * sum) / total);
  };
  const stretches = groups.map((group, index) => ({
    ...group,
    from: endOf(index),
    to: endOf(index + 1),
  }));
  const parts = stretches.map(({ name, from, to }) => `${name} ${to - from}`);
  return (
    <div className="mt-6 first:mt-0">
      <p className="mb-2 text-sm text-stone">{label}</p>
      <svg
        role="img"
        aria-label={`${label}: ${parts.join(', ')}`}
        viewBox={`0 0 ${BLOCKS * 10} 10`}
        preserveAspectRatio="none"
        className="h-14 w-full forced-color-adjust-none sm:h-16"
      >
        {stretches.map(({ name, from, to, classes }) => (
          <path
            key={name}
            d={blocks(from, to)}
            className={classes}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </div>
  );
}

function blocks(from: number, to: number): string {
  return Array.from(
    { length: to - from },
    (_, index) => `M${(from + index) * 10 + 1.5} .3h7v9.4h-7z`,
  ).join('');
}

export function pointsTable(points: Points): NumberTableProps {
  return {
    caption: 'Who holds the points',
    columns: ['Who', 'Wallets', 'Points', 'Share'],
    rows: groupsOf(points).map(({ name, wallets, points: held }) => [
      name,
      formatCount(wallets),
      held,
      percentText(held, points.total),
    ]),
  };
}
