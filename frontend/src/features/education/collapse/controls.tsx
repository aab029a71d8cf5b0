import { formatCount } from '@/lib/format';
import { Slider } from './slider';
import { BET, EACH, ONE_IN } from './wager';
import type { Wager } from './wager';

export type Terms = Pick<Wager, 'each' | 'oneIn' | 'bet'>;

interface ControlsProps {
  readonly terms: Terms;
  readonly onChange: (terms: Terms) => void;
}

/** What is settled before a pyramid is founded, the bet included. */
export function Controls({ terms, onChange }: ControlsProps) {
  const { each, oneIn, bet } = terms;
  return (
    <div>
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-3 lg:grid-cols-1">
        <Slider
          label="Recruits each"
          {...EACH}
          value={each}
          text={String(each)}
          spoken={`${each} recruits each`}
          onChange={(value) => onChange({ ...terms, each: value })}
        />
        <Slider
          label="Say yes"
          min={0}
          max={ONE_IN.length - 1}
          value={ONE_IN.findIndex((value) => value === oneIn)}
          text={oneIn === 1 ? 'everyone' : `1 in ${oneIn}`}
          spoken={oneIn === 1 ? 'Everyone who is asked' : `1 in ${oneIn} of those who are asked`}
          onChange={(index) => onChange({ ...terms, oneIn: ONE_IN[index] ?? 1 })}
        />
        <Slider
          label="You bet it ends on"
          {...BET}
          value={bet}
          text={`level ${bet}`}
          spoken={`Level ${bet}`}
          onChange={(value) => onChange({ ...terms, bet: value })}
        />
      </div>
      <p className="mt-1 text-[0.9375rem] text-stone">
        {`So everybody asks ${formatCount(each * oneIn)} people. ${askedText(each * oneIn)}`}
      </p>
    </div>
  );
}

function askedText(asked: number): string {
  if (asked <= 12) return 'A dinner party will do.';
  if (asked <= 60) return 'Weddings are where to find them.';
  if (asked <= 250) return 'A school reunion, and both families, twice.';
  return 'There is a word for that, and the word is spam.';
}
