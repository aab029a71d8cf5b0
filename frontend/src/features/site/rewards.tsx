import { FinePrint } from '@/components/fine-print';

const POINTS = [
  'daily login streak: 100',
  'recruitment: 1000 per friend',
  'social media engagement: 500',
  'community participation: 250',
];
const BENEFITS = [
  'A badge. It cannot be worn, shown or explained.',
  'A place on a public leaderboard, where your in-laws can find it.',
  'The warm feeling of a number that goes up and is connected to nothing.',
];

/** Points (specification, section 9), to the letter, and what they are good for. */
export function Rewards() {
  return (
    <>
      <h3 className="font-display text-subheading">Points</h3>
      <ul className="mt-2">
        {POINTS.map((line) => (
          <li key={line} className="border-b border-line py-3.5 tabular-nums">
            {line}
          </li>
        ))}
      </ul>
      <FinePrint className="mt-4">
        Points for social media and community participation exist in this list only. Nobody can
        prove them, so nobody gets them.
      </FinePrint>
      <h3 className="mt-10 font-display text-subheading">Benefits</h3>
      <ul className="mt-2">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="border-b border-line py-3.5">
            {benefit}
          </li>
        ))}
      </ul>
    </>
  );
}

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
