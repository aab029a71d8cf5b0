import { FinePrint } from '@/components/fine-print';

const TERMS = [
  ['base', 'shares held'],
  ['recruitment bonus', 'recruits x 1000'],
  ['activity multiplier', 'daily login streak x 1.5'],
  ['social engagement', 'tweets x 2'],
];
const TOTAL = 'total = (base + recruitment) x multiplier + social';

/** The score formula (specification, section 9), to the letter. */
export function ActivityScore() {
  return (
    <>
      <p className="rounded-lg border border-line bg-dusk p-5 font-display text-[1.625rem] leading-tight text-gold-bright shadow-raised sm:p-7 sm:text-4xl">
        {TOTAL}
      </p>
      <ul className="mt-4">
        {TERMS.map(([term, value]) => (
          <li key={term} className="border-b border-line py-3.5">{`${term} = ${value}`}</li>
        ))}
      </ul>
      <FinePrint className="mt-5">
        A streak of zero multiplies everything before it by zero. Our actuary calls this the only
        honest term in the formula, and no longer works here.
      </FinePrint>
    </>
  );
}
