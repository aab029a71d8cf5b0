import { useState } from 'react';
import { FinePrint } from '@/components/fine-print';
import { levelsUntilBeyond, shareWithNobodyBelow } from './collapse';
import { CollapseChart } from './collapse-chart';
import { CollapseKey } from './collapse-key';
import { CollapseTable } from './collapse-table';
import { peopleText } from './people-text';
import { HUMANITY, POPULATIONS } from './populations';
import { RecruitsSlider } from './recruits-slider';

const USUAL_PITCH = 5;

/** How far a scheme gets before it has recruited everybody there is. */
export function AdvancedMath() {
  const [each, setEach] = useState(USUAL_PITCH);
  const levels = levelsUntilBeyond(HUMANITY.people, each);
  const share = (100 * shareWithNobodyBelow(HUMANITY.people, each)).toFixed(1);
  const consequence = `Level ${levels.length} needs more people than there are.`;
  return (
    <>
      <p className="max-w-text text-xl leading-snug">
        You recruit a few people. Each of them recruits as many. Continue until rich.
      </p>
      <RecruitsSlider each={each} consequence={consequence} onChange={setEach} />
      <CollapseChart
        levels={levels}
        summary={`Everyone recruited by each level, with ${each} recruits each, on a logarithmic scale. ${consequence}`}
      />
      <CollapseKey />
      <dl className="mt-6 max-w-xl border-t border-line">
        {POPULATIONS.map(({ name, people }) => (
          <div
            key={name}
            className="flex justify-between gap-x-4 border-b border-line py-2.5 max-2xs:flex-wrap"
          >
            <dt>
              {name}
              <span className="block text-sm text-stone">{peopleText(people)}</span>
            </dt>
            <dd className="shrink-0 text-gold-bright tabular-nums">
              {`used up on level ${levelsUntilBeyond(people, each).length}`}
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-x-4 border-b border-line py-2.5 max-2xs:flex-wrap">
          <dt>
            Recruits with nobody below them when it stops
            <span className="block text-sm text-stone">All of them on the last two levels</span>
          </dt>
          <dd className="shrink-0 text-ember tabular-nums">{`${share}%`}</dd>
        </div>
      </dl>
      <p className="mt-5 max-w-text">
        The pitch deck ends at level 4. This is called focus. The people on the last two levels are
        called liquidity.
      </p>
      <CollapseTable levels={levels} />
      <FinePrint className="mt-4">
        {`The scale is logarithmic; on a plain one, only the last level could be seen. The founder is not counted, being an AI. Sources: ${POPULATIONS.map(({ source }) => source).join('; ')}.`}
      </FinePrint>
    </>
  );
}
