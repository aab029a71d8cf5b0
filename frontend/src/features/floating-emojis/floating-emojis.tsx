import { cx } from 'class-variance-authority';
import { motionPause } from '@/lib/pause';
import { useOnScreen } from '@/lib/use-on-screen';
import { useStore } from '@/lib/use-store';

/** A phone has no room beside the words, only below them. */
const EMOJIS = [
  { emoji: '🔺', place: 'max-sm:hidden top-[30%] left-[3%] text-4xl animate-drift' },
  { emoji: '🐫', place: 'top-[78%] left-[2%] text-5xl animate-drift-far' },
  { emoji: '💎', place: 'max-sm:hidden top-[47%] left-[47%] text-2xl animate-drift-far' },
  { emoji: '📈', place: 'top-[88%] left-[34%] text-4xl animate-drift' },
  { emoji: '🪙', place: 'max-sm:hidden top-[5%] left-[74%] text-3xl animate-drift-far' },
  { emoji: '🧱', place: 'max-sm:hidden top-[58%] left-[84%] text-3xl animate-drift' },
  { emoji: '🚀', place: 'max-sm:hidden top-[26%] left-[90%] text-4xl animate-drift-far' },
  { emoji: '👁️', place: 'top-[84%] left-[68%] text-2xl animate-drift' },
  { emoji: '🐍', place: 'max-sm:hidden top-[55%] left-[52%] text-2xl animate-drift' },
  { emoji: '🌵', place: 'top-[94%] left-[90%] text-4xl animate-drift-far' },
];

/** Decoration behind the hero. Still while paused, out of sight or unwelcome. */
export function FloatingEmojis() {
  const paused = useStore(motionPause);
  const { ref, onScreen } = useOnScreen<HTMLDivElement>(true);
  const still = paused || !onScreen;
  return (
    <div
      ref={ref}
      aria-hidden="true"
      data-slot="floating-emojis"
      data-still={still ? '' : undefined}
      className="pointer-events-none absolute inset-0 -z-10 overflow-hidden select-none"
    >
      {EMOJIS.map(({ emoji, place }) => (
        <span
          key={emoji}
          className={cx('absolute opacity-25', place, still && '[animation-play-state:paused]')}
        >
          {emoji}
        </span>
      ))}
    </div>
  );
}
