import type { ReportLevel } from '@backend/report/report.schema';
import type { NumberTableProps } from '@/components/number-table';
import { LogoMark } from '@/components/art/logo-mark';
import { formatCount, formatShortCount, plural } from '@/lib/format';
import { Legend } from './finding';

const MAX_STONES = 24;
const MAX_COURSES = 12;

const WIDTH = 10;
const HEIGHT = 10;
const JOINT = 0.4;

const HOLLOW = 'fill-dune stroke-gold-deep';

/** The width of a course is in proportion to its number of wallets, but at least one stone. */
export function ShapeChart({ levels }: { readonly levels: readonly ReportLevel[] }) {
  const courses = coursesOf(levels);
  const stone = Math.max(1, Math.max(...courses.map(({ wallets }) => wallets)) / MAX_STONES);
  return (
    <>
      <div
        role="img"
        aria-label={`${plural(levels.length, 'level')} of wallets, from the top down`}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1"
      >
        <p className="text-sm text-stone">Level</p>
        <LogoMark className="mx-auto h-7 w-8" />
        <p className="text-right text-sm text-stone">Wallets</p>
        {courses.map(({ name, wallets, recruitedNobody }) => {
          const stones = Math.max(1, Math.round(wallets / stone));
          const golden = Math.round((stones * (wallets - recruitedNobody)) / wallets);
          return (
            <Course key={name} name={name} wallets={wallets} stones={stones} golden={golden} />
          );
        })}
      </div>
      <Legend
        entries={[
          ['fill-gold', 'Recruited somebody'],
          [HOLLOW, 'Recruited nobody'],
        ]}
      />
      <p className="mt-2 text-sm text-stone">
        {stone === 1
          ? 'A stone is a wallet.'
          : `A stone is about ${plural(Math.round(stone), 'wallet')}.`}
      </p>
    </>
  );
}

interface Named extends ReportLevel {
  readonly name: string;
}

function coursesOf(levels: readonly ReportLevel[]): readonly Named[] {
  const named = levels.map((level, index) => ({ ...level, name: String(index + 1) }));
  if (named.length <= MAX_COURSES) return named;
  const lowest = named.slice(MAX_COURSES - 1);
  return [
    ...named.slice(0, MAX_COURSES - 1),
    {
      name: `${MAX_COURSES}+`,
      wallets: lowest.reduce((sum, { wallets }) => sum + wallets, 0),
      recruitedNobody: lowest.reduce((sum, level) => sum + level.recruitedNobody, 0),
    },
  ];
}

interface CourseProps {
  readonly name: string;
  readonly wallets: number;
  readonly stones: number;
  /** Number of golden stones, which are in the middle. */
  readonly golden: number;
}

function Course({ name, wallets, stones, golden }: CourseProps) {
  const first = Math.floor((stones - golden) / 2);
  const left = ((MAX_STONES - stones) * WIDTH) / 2;
  const outlines = Array.from({ length: stones }, (_, index) => ({
    isGolden: index >= first && index < first + golden,
    d: `M${left + index * WIDTH + JOINT} ${JOINT}h${WIDTH - 2 * JOINT}v${HEIGHT - 2 * JOINT}h${2 * JOINT - WIDTH}z`,
  }));
  const pathOf = (wanted: boolean): string =>
    outlines.flatMap(({ isGolden, d }) => (isGolden === wanted ? [d] : [])).join('');
  return (
    <>
      <p className="text-right text-stone tabular-nums">{name}</p>
      <svg
        viewBox={`0 0 ${MAX_STONES * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-6 w-full forced-color-adjust-none sm:h-8"
      >
        <path d={pathOf(true)} className="fill-gold" />
        <path d={pathOf(false)} className={HOLLOW} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="text-right text-gold-bright tabular-nums">{formatShortCount(wallets)}</p>
    </>
  );
}

export function shapeTable(levels: readonly ReportLevel[]): NumberTableProps {
  return {
    caption: 'Wallets on each level',
    columns: ['Level', 'Wallets', 'Recruited nobody'],
    rows: levels.map(({ wallets, recruitedNobody }, index) => [
      formatCount(index + 1),
      wallets,
      recruitedNobody,
    ]),
  };
}
