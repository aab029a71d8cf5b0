import { plural } from '@/lib/format';
import { historyOf, placedBets } from './bet-history';
import { offText } from './verdict';

export function BetHistory({ today }: { readonly today: number }) {
  const { streak, best, offs } = historyOf(placedBets(), today);
  const most = Math.max(1, ...offs);
  return (
    <div className="mt-5">
      <p>{`Streak: ${plural(streak, 'day')}. Best: ${plural(best, 'day')}.`}</p>
      <ul aria-label="How far off your bets were" className="mt-2 text-[0.9375rem]">
        {offs.map((days, off) => (
          <li key={off} className="flex items-center gap-3 tabular-nums">
            <span className="w-20 shrink-0 text-stone">
              {`${offText(off)}${off === offs.length - 1 ? '+' : ''}`}
            </span>
            <span aria-hidden="true" className="h-2.5 grow">
              <span
                className="block h-full rounded-sm bg-gold forced-colors:bg-[CanvasText]"
                style={{ width: `${(100 * days) / most}%` }}
              />
            </span>
            <span>
              {days}
              <span className="sr-only"> {days === 1 ? 'day' : 'days'}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-[0.9375rem] text-stone">The next one is founded at midnight UTC.</p>
    </div>
  );
}
