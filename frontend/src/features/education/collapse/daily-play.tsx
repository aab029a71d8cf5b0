import { useId } from 'react';
import { playCollapse, termsOfDay, type Terms } from './collapse';
import { Button } from '@/components/ui/button';
import { BET, type DailyBet } from './daily-bet';
import { offBy, offText } from './verdict';

interface DayTermsProps {
  readonly day: number;
  readonly terms: Terms;
}

export function DayTerms({ day, terms: { each, oneIn } }: DayTermsProps) {
  return (
    <>
      <h3 className="font-display text-3xl text-gold-bright">{`Pyramidion #${day}`}</h3>
      <p className="mt-2 mb-4 max-w-text">
        {`Everybody recruits ${each}. Of the people they ask, 1 in ${oneIn} says yes, so each of them asks ${each * oneIn}. ${askedText(each * oneIn)}`}
      </p>
    </>
  );
}

interface DailyPlayProps {
  readonly bet: number;
  readonly onBet: (bet: number) => void;
  readonly onPlace: () => void;
}

export function DailyPlay({ bet, onBet, onPlace }: DailyPlayProps) {
  const id = useId();
  return (
    <>
      <div className="flex items-baseline justify-between gap-x-3">
        <label htmlFor={id}>Earth runs out on</label>
        <output htmlFor={id} className="font-display text-2xl text-gold-bright tabular-nums">
          {`level ${bet}`}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...BET}
        value={bet}
        aria-valuetext={`Level ${bet}`}
        onChange={(event) => onBet(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-gold [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-gold [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-gold [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line"
      />
      <Button className="mt-4 max-sm:w-full" onClick={onPlace}>
        Place Your Bet
      </Button>
      <p className="mt-3 text-[0.9375rem] text-stone">
        One bet a day. The stake is your judgement, and it never leaves this browser.
      </p>
    </>
  );
}

function askedText(asked: number): string {
  if (asked <= 12) return 'A dinner party will do.';
  if (asked <= 60) return 'You will find them at weddings.';
  if (asked <= 250) return 'A school reunion, and both families, twice.';
  return 'There is a word for that, and the word is spam.';
}

interface SharedBetProps {
  readonly shared: DailyBet;
  readonly day: number;
  readonly today: number;
  readonly isOver: boolean;
}

export function SharedBet({ shared, day, today, isOver }: SharedBetProps) {
  if (shared.day > today) return null;
  const isRevealed = shared.day === day ? isOver : shared.day < today;
  return (
    <p role="status" className="mb-4 text-gold-bright">
      {isRevealed
        ? revealed(shared, day, today)
        : 'Whoever sent you here has placed a bet. You see it once yours is in.'}
    </p>
  );
}

function revealed(shared: DailyBet, day: number, today: number): string {
  const off = offText(offBy(playCollapse(termsOfDay(shared.day)), shared.bet));
  if (shared.day === day) return `They bet on ${shared.bet}: ${off}.`;
  const next = day === today ? " Here is today's." : '';
  return `They bet on ${shared.bet} in #${shared.day}: ${off}. That one is rubble.${next}`;
}
