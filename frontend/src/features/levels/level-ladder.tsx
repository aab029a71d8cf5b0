import { cx } from 'class-variance-authority';
import { LevelSlice } from '@/components/art/level-slice';
import type { Level } from './levels';
import { LEVELS, recruitsRange, sharesRange } from './levels';

const FROM_THE_TOP = LEVELS.toReversed();

/** The whole pyramid, top first, with the visitor's own level marked. */
export function LevelLadder({ current }: { current: Level }) {
  const currentIndex = FROM_THE_TOP.indexOf(current);
  return (
    <ol reversed aria-label="Pyramid levels, top first">
      {FROM_THE_TOP.map((level, index) => (
        <li
          key={level.name}
          aria-current={index === currentIndex ? 'step' : undefined}
          className="flex items-center gap-4 sm:gap-6"
        >
          <LevelSlice
            index={index}
            slices={FROM_THE_TOP.length}
            standing={standing(index, currentIndex)}
          />
          <span className="min-w-0 leading-snug">
            <span
              className={cx(
                'block',
                index === currentIndex ? 'font-medium text-gold-bright' : 'text-sand',
              )}
            >
              {level.name}
            </span>
            <span className="block text-sm text-stone tabular-nums">
              {sharesRange(level)} shares, {recruitsRange(level)} recruits
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function standing(index: number, currentIndex: number): 'current' | 'reached' | 'ahead' {
  if (index === currentIndex) return 'current';
  return index > currentIndex ? 'reached' : 'ahead';
}
