import { cx } from 'class-variance-authority';
import { LEVELS, rangeOf, standingOf, type Holdings } from './levels';

const FROM_THE_TOP = [...LEVELS].reverse();

export function LevelPyramid({ holdings }: { readonly holdings: Holdings | null }) {
  const current = holdings ? FROM_THE_TOP.indexOf(standingOf(holdings).level) : FROM_THE_TOP.length;
  return (
    <ol
      reversed
      aria-label="Pyramid levels, top first"
      className="mt-6 grid grow auto-rows-fr sm:mt-8"
    >
      {FROM_THE_TOP.map((level, index) => (
        <li
          key={level.name}
          aria-current={index === current ? 'step' : undefined}
          className="flex items-center gap-4 sm:gap-7"
        >
          <div className="relative w-28 max-w-2/5 shrink-0 self-stretch max-2xs:w-8 sm:w-64">
            <LevelSlice
              index={index}
              colors={index === current ? CURRENT : index > current ? REACHED : AHEAD}
            />
          </div>
          <div className="min-w-0 py-1.5 leading-snug wrap-anywhere sm:py-3">
            <h3 className={cx('font-display text-xl', index === current && 'text-gold-bright')}>
              {level.name}
            </h3>
            <p className="text-sm text-stone tabular-nums max-xs:text-[0.8125rem]">
              <span className="max-sm:block">{rangeOf(level, 'minShares')} shares,</span>{' '}
              <span className="max-sm:block">{rangeOf(level, 'minRecruits')} recruits</span>
            </p>
            <p className="text-sm text-stone max-sm:sr-only">{level.perk}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const CURRENT = ['fill-gold', 'fill-gold-deep'] as const;
const REACHED = ['fill-gold-deep', 'fill-gold-deep/60'] as const;
const AHEAD = ['fill-line', 'fill-dune'] as const;

interface LevelSliceProps {
  /** Position, counted from 0 at the top. */
  readonly index: number;
  readonly colors: readonly [lit: string, shaded: string];
}

function LevelSlice({ index, colors: [lit, shaded] }: LevelSliceProps) {
  const { length } = LEVELS;
  const ridge = index / length;
  const ridgeFoot = (index + 1) / length;
  return (
    <svg
      viewBox={`${-length} 0 ${2 * length} 24`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
      aria-hidden="true"
    >
      <path d={`M${-index} 0H${ridge}L${ridgeFoot} 23H${-index - 1}Z`} className={lit} />
      <path d={`M${ridge} 0H${index}L${index + 1} 23H${ridgeFoot}Z`} className={shaded} />
    </svg>
  );
}
