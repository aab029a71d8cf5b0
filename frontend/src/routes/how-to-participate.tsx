import { Link } from 'react-router-dom';
import scales from '@/assets/scales.svg?inline';
import { FinePrint } from '@/components/fine-print';
import { Button, DoNothingButton } from '@/components/ui/button';
import { PageHeader, Section } from '@/components/section';
import { paths } from '@/config/paths';
import { LevelsTable } from '@/features/levels/levels-table';

/** The score formula, which no code computes (docs/product.md, Points). */
const TOTAL = 'total = (base + recruitment) x multiplier + social';
const TERMS = [
  'base = shares held',
  'recruitment bonus = recruits x 1000',
  'activity multiplier = daily login streak x 1.5',
  'social engagement = tweets x 2',
];

/** The points that the page promises. Only check-ins and recruits bring any (docs/product.md, Points). */
const POINTS = [
  'daily login streak: 100',
  'recruitment: 1000 per friend',
  'social media engagement: 500',
  'community participation: 250',
];
const BENEFITS = [
  'A badge on your dashboard. It cannot be worn, sold or explained.',
  'A place on a public leaderboard, where your in-laws can find it.',
  'The warm feeling of a number that goes up and is connected to nothing.',
];

export function HowToParticipateRoute() {
  return (
    <>
      <PageHeader
        title="How to Participate"
        lede="Participation is free, final once you sign, and beneath you. Here is how it is measured."
        picture={scales}
      />
      <Section
        title="Activity Score"
        lede="A proprietary formula, since nobody else would have it."
      >
        <p className="rounded-lg border border-line bg-dusk p-5 font-display text-[1.625rem] leading-tight text-gold-bright shadow-raised sm:p-7 sm:text-4xl">
          {TOTAL}
        </p>
        <Lines lines={TERMS} className="mt-4" />
        <FinePrint className="mt-5">
          This formula decides nothing. Levels and points have rules of their own, below, and no
          account of yours is read for tweets. A streak of zero multiplies everything before it by
          zero, which our actuary called the only honest term in it. He no longer works here.
        </FinePrint>
      </Section>
      <Section
        title="Pyramid Levels"
        lede="Shares and proven recruits: you need both. There is no service lift."
      >
        <LevelsTable />
        <Button asChild variant="link" className="mt-4">
          <Link to={paths.report}>How far everybody got</Link>
        </Button>
      </Section>
      <Section
        title="Rewards and Benefits"
        lede="Points cannot be sold, spent, staked or bridged, which makes them our safest product."
      >
        <h3 className="font-display text-subheading">Points</h3>
        <Lines lines={POINTS} className="mt-2 tabular-nums" />
        <FinePrint className="mt-4">
          A streak forgives one missed day a week, which is more than we do. The last two exist in
          this list only. Nobody can prove them, so nobody gets them.
        </FinePrint>
        <h3 className="mt-10 font-display text-subheading">Benefits</h3>
        <Lines lines={BENEFITS} className="mt-2" />
        <DoNothingButton
          caption="This button does nothing. You have arrived."
          size="lg"
          className="mt-10 w-full sm:w-auto"
        >
          Start Your Journey
        </DoNothingButton>
      </Section>
    </>
  );
}

function Lines({ lines, className }: { lines: readonly string[]; className: string }) {
  return (
    <ul className={className}>
      {lines.map((line) => (
        <li key={line} className="border-b border-line py-3.5">
          {line}
        </li>
      ))}
    </ul>
  );
}
