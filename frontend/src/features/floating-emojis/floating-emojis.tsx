import { cx } from 'class-variance-authority';
import { usePause } from '@/lib/pause';
import { useOnScreen } from '@/lib/use-on-screen';

/** The positions keep the emojis away from the text and the pause button. */
const EMOJIS = [
  {
    emoji: '🔺',
    place:
      'bottom-24 left-[4%] text-3xl animate-drift lg:top-[34%] lg:left-[68%] min-[90rem]:left-[3%]',
  },
  {
    emoji: '🐫',
    place: 'bottom-4 left-[14%] text-5xl animate-drift-far lg:top-[72%] lg:left-[62%]',
  },
  { emoji: '💎', place: 'bottom-16 left-[27%] text-2xl animate-drift lg:top-[40%] lg:left-[86%]' },
  { emoji: '📈', place: 'bottom-2 left-[40%] text-3xl animate-drift lg:top-[86%] lg:left-[74%]' },
  { emoji: '🪙', place: 'bottom-20 left-[84%] text-3xl animate-drift lg:top-[14%] lg:left-[70%]' },
  {
    emoji: '🧱',
    place: 'bottom-4 left-[70%] text-3xl animate-drift-far lg:top-[66%] lg:left-[88%]',
  },
  { emoji: '🚀', place: 'bottom-14 left-[70%] text-4xl animate-drift lg:top-[22%] lg:left-[91%]' },
  {
    emoji: '👁️',
    place: 'max-sm:hidden bottom-40 left-[90%] text-2xl animate-drift lg:top-[10%] lg:left-[82%]',
  },
  {
    emoji: '🐍',
    place:
      'max-sm:hidden bottom-40 left-[8%] text-3xl animate-drift lg:top-[62%] lg:left-[77%] min-[90rem]:left-[5%]',
  },
  {
    emoji: '🌵',
    place:
      'max-sm:hidden bottom-6 left-[84%] text-4xl animate-drift-far lg:top-[82%] lg:left-[83%]',
  },
];

export function FloatingEmojis() {
  const [paused] = usePause('motion');
  const { ref, onScreen } = useOnScreen<HTMLDivElement>(true);
  const still = paused || !onScreen;
  return (
    <div
      ref={ref}
      aria-hidden="true"
      data-slot="floating-emojis"
      data-still={still ? '' : undefined}
      className="pointer-events-none absolute inset-0 -z-10 overflow-hidden forced-color-adjust-none select-none"
    >
      {EMOJIS.map(({ emoji, place }) => (
        <span
          key={emoji}
          className={cx(
            'absolute leading-none opacity-85 [font-variant-emoji:emoji] lg:bottom-auto',
            place,
            still && '[animation-play-state:paused]',
          )}
        >
          {emoji}
        </span>
      ))}
    </div>
  );
}
