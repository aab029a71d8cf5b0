import { useId } from 'react';
import { formatCount } from '@/lib/format';
import { BET, EACH, ONE_IN, type Wager } from './wager';

interface ControlsProps {
  readonly wager: Wager;
  readonly onChange: (terms: Partial<Wager>) => void;
}

/** The sliders of free play. */
export function Controls({ wager: { each, oneIn, bet }, onChange }: ControlsProps) {
  return (
    <div>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-3 lg:grid-cols-1">
        <Slider
          label="Recruits each"
          {...EACH}
          value={each}
          text={String(each)}
          spoken={`${each} recruits each`}
          onChange={(value) => onChange({ each: value })}
        />
        <Slider
          label="Who says yes"
          min={0}
          max={ONE_IN.length - 1}
          value={ONE_IN.findIndex((value) => value === oneIn)}
          text={oneIn === 1 ? 'everyone' : `1 in ${oneIn}`}
          spoken={oneIn === 1 ? 'Everyone who is asked' : `1 in ${oneIn} of those who are asked`}
          onChange={(index) => onChange({ oneIn: ONE_IN[index] ?? 1 })}
        />
        <BetSlider label="You bet it ends on" bet={bet} onChange={(bet) => onChange({ bet })} />
      </div>
      <p className="mt-1 text-[0.9375rem] text-stone">
        {`So everybody asks ${formatCount(each * oneIn)} people. ${askedText(each * oneIn)}`}
      </p>
    </div>
  );
}

interface BetSliderProps {
  readonly label: string;
  readonly bet: number;
  readonly onChange: (bet: number) => void;
}

export function BetSlider({ label, bet, onChange }: BetSliderProps) {
  return (
    <Slider
      label={label}
      {...BET}
      value={bet}
      text={`level ${bet}`}
      spoken={`Level ${bet}`}
      onChange={onChange}
    />
  );
}

/** Describes the effort of asking this many people. */
export function askedText(asked: number): string {
  if (asked <= 12) return 'A dinner party will do.';
  if (asked <= 60) return 'You will find them at weddings.';
  if (asked <= 250) return 'A school reunion, and both families, twice.';
  return 'There is a word for that, and the word is spam.';
}

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** The value as it is shown and announced. */
  readonly text: string;
  readonly spoken: string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, text, spoken, onChange, ...range }: SliderProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-baseline justify-between gap-x-3">
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} className="font-display text-2xl text-gold-bright tabular-nums">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        {...range}
        aria-valuetext={spoken}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-gold [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-gold [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-gold [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line"
      />
    </div>
  );
}
