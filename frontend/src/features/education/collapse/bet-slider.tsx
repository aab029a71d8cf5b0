import { useId } from 'react';
import { BET } from './daily-bet';

interface BetSliderProps {
  readonly bet: number;
  readonly onChange: (bet: number) => void;
}

export function BetSlider({ bet, onChange }: BetSliderProps) {
  const id = useId();
  return (
    <div>
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
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-gold [&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-gold [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-gold [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line"
      />
    </div>
  );
}
