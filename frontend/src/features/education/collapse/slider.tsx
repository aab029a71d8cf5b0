import { useId } from 'react';

interface SliderProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** The value as it is shown. */
  readonly text: string;
  /** The value as it is said, with what it comes to. */
  readonly spoken: string;
  readonly onChange: (value: number) => void;
}

/** A number to choose by sliding, by tapping or by arrow keys. */
export function Slider({ label, text, spoken, onChange, ...range }: SliderProps) {
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
