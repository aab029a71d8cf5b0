import { useId } from 'react';

const FEWEST = 2;
const MOST = 12;

interface RecruitsSliderProps {
  readonly each: number;
  /** What the value comes to, for those who do not see the chart. */
  readonly consequence: string;
  readonly onChange: (each: number) => void;
}

export function RecruitsSlider({ each, consequence, onChange }: RecruitsSliderProps) {
  const id = useId();
  return (
    <div className="mt-6 max-w-xl">
      <div className="flex items-baseline justify-between">
        <label htmlFor={id}>Recruits each</label>
        <output htmlFor={id} className="font-display text-3xl text-gold-bright tabular-nums">
          {each}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={FEWEST}
        max={MOST}
        value={each}
        aria-valuetext={`${each} recruits each. ${consequence}`}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer accent-gold"
      />
    </div>
  );
}
