import { Disclaimer } from '@/components/disclaimer';
import { Section } from '@/components/section';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useHydrated } from '@/lib/use-hydrated';
import { AdvancedMath } from './advanced-math';
import { EliteStrategies } from './elite-strategies';
import { TheBasics } from './the-basics';

const FIRST = 'basics';

const LESSONS = [
  { value: FIRST, label: 'The Basics', Lesson: TheBasics },
  { value: 'math', label: 'Advanced Math', Lesson: AdvancedMath },
  { value: 'strategies', label: 'Elite Strategies', Lesson: EliteStrategies },
];

/** Investor education in three lessons, and the part that is meant seriously. */
export function EducationSection() {
  const asleep = !useHydrated();
  return (
    <Section
      title="Investor Education"
      lede="Three lessons. Most schemes leave them out, as participants who have had them stop participating."
    >
      <Tabs defaultValue={FIRST}>
        <TabsList aria-label="Lessons" className="justify-between sm:justify-start sm:gap-10">
          {LESSONS.map(({ value, label }) => (
            // Once awake, the tabs share out among themselves where the Tab key stops.
            <TabsTrigger
              key={value}
              value={value}
              {...(asleep && value === FIRST && { tabIndex: 0 })}
            >
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {LESSONS.map(({ value, Lesson }) => (
          <TabsContent key={value} value={value} className="pt-7">
            <Lesson />
          </TabsContent>
        ))}
      </Tabs>
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
