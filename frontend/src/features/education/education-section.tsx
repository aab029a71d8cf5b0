import { Disclaimer } from '@/components/fine-print';
import { Section } from '@/components/section';
import { Tabs } from '@/components/ui/tabs';
import { AdvancedMath, EliteStrategies, TheBasics } from './lessons';

const LESSONS = [
  { label: 'The Basics', panel: <TheBasics /> },
  { label: 'Advanced Math', panel: <AdvancedMath /> },
  { label: 'Elite Strategies', panel: <EliteStrategies /> },
];

export function EducationSection() {
  return (
    <Section
      title="Investor Education"
      lede="Three lessons. Most schemes leave them out, as participants who have had them stop participating."
    >
      <Tabs label="Lessons" tabs={LESSONS} />
      <Disclaimer>
        <p>
          Pyramidion is satire. Nobody runs it, least of all an AI, and there is nothing here to
          buy.
        </p>
        <p>
          Real pyramid schemes are illegal nearly everywhere, for the reason given under Advanced
          Math: they run out of people, always, and whoever came last pays for whoever came first.
          If something you were sent looks like this page and is not joking, report it to your
          financial regulator.
        </p>
      </Disclaimer>
    </Section>
  );
}
