import { cx } from 'class-variance-authority';
import { Card } from '@/components/ui/card';
import { LEVELS, rangeOf, standingOf, type Holdings } from './levels';

const FROM_THE_TOP = [...LEVELS].reverse();

/** The whole pyramid, top first, with the visitor's own level marked. */
export function LevelsCard({ holdings }: { readonly holdings: Holdings | null }) {
  const current = holdings ? FROM_THE_TOP.indexOf(standingOf(holdings).level) : FROM_THE_TOP.length;
  return (
    <Card title="Your Level" className="lg:px-8">
      <ol reversed aria-label="Pyramid levels, top first">
        {FROM_THE_TOP.map((level, index) => (
          <li
            key={level.name}
            aria-current={index === current ? 'step' : undefined}
            className="flex items-center gap-4 sm:gap-7"
          >
            <div className="relative min-h-18 w-20 max-w-2/5 shrink-0 self-stretch max-2xs:w-8 xs:w-28 sm:min-h-24 sm:w-72 lg:min-h-28">
              <LevelSlice
                index={index}
                colors={index === current ? CURRENT : index > current ? REACHED : AHEAD}
              />
            </div>
            <div className="min-w-0 py-1 leading-snug wrap-anywhere">
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
    </Card>
  );
}

/** The colours of a slice, lit and shaded. */
const CURRENT = ['fill-gold', 'fill-gold-deep'] as const;
const REACHED = ['fill-gold-deep', 'fill-gold-deep/60'] as const;
const AHEAD = ['fill-line', 'fill-dune'] as const;

interface LevelSliceProps {
  /** 0 is the top slice. */
  readonly index: number;
  readonly colors: readonly [lit: string, shaded: string];
}

/** One slice of the pyramid, above a joint with the next. Stretches to the room it is given. */
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
