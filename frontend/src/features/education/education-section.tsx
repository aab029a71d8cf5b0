import { Disclaimer } from '@/components/fine-print';
import { Section } from '@/components/section';
import { Tabs } from '@/components/ui/tabs';
import { useHydrated } from '@/lib/use-hydrated';
import { AdvancedMath } from './advanced-math';
import { wagerIn } from './collapse/wager';
import { EliteStrategies } from './elite-strategies';
import { TheBasics } from './the-basics';

const THE_BASICS = 0;
const ADVANCED_MATH = 1;

/**
 * Investor education in three lessons, and the part that is meant seriously. A link to a collapse opens the lesson that
 * plays it.
 * @param wallet the visitor's, or null
 */
export function EducationSection({ wallet }: { readonly wallet: string | null }) {
  const linked = useHydrated() && wagerIn(window.location.search) !== null;
  return (
    <Section
      title="Investor Education"
      lede="Three lessons. Most schemes leave them out, as participants who have had them stop participating."
    >
      <Tabs
        label="Lessons"
        first={linked ? ADVANCED_MATH : THE_BASICS}
        tabs={[
          { label: 'The Basics', panel: <TheBasics /> },
          { label: 'Advanced Math', panel: <AdvancedMath wallet={wallet} linked={linked} /> },
          { label: 'Elite Strategies', panel: <EliteStrategies /> },
        ]}
      />
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
