import scales from '@/assets/scales.svg';
import { DoNothingButton } from '@/components/ui/button';
import { PageHeader, Section } from '@/components/section';
import { LevelsTable } from '@/features/levels/levels-table';
import { ActivityScore, Rewards } from '@/features/site/rewards';

export function HowToParticipateRoute() {
  return (
    <>
      <PageHeader
        title="How to Participate"
        lede="Participation is free, reversible and beneath you. Here is how it is measured."
        picture={scales}
      />
      <Section
        title="Activity Score"
        lede="Our proprietary formula. It is proprietary because nobody else would have it."
      >
        <ActivityScore />
      </Section>
      <Section
        title="Pyramid Levels"
        lede="A level asks for shares and for proven recruits, both at once. There is one way and it is up."
      >
        <LevelsTable />
      </Section>
      <Section
        title="Rewards and Benefits"
        lede="Points cannot be sold, spent, staked or bridged. This makes them our safest product."
      >
        <Rewards />
        <DoNothingButton size="lg" className="mt-10 w-full sm:w-auto">
          Start Your Journey
        </DoNothingButton>
      </Section>
    </>
  );
}
