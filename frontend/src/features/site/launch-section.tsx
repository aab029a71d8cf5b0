import { Section } from '@/components/section';
import { DoNothingButton } from '@/components/ui/button';

/** Quarter, milestone, and where its bar lies between today and never. */
const ROADMAP = [
  ['Q1', 'Announce soon.', 'w-3/5'],
  ['Q2', 'Reaffirm soon.', 'ml-[15%] w-3/5'],
  ['Q3', 'Raise soon guidance to very soon.', 'ml-[30%] w-3/5'],
  ['Q4', 'Strategic review of the word soon.', 'ml-[45%] w-full'],
];

/** The launch, of which nothing more is known: its chart slips as one scrolls towards it. */
export function LaunchSection() {
  return (
    <Section
      title="Launching Soon on Pump.fun"
      lede="Soon has held steady in every quarter since inception. No other metric of ours has."
    >
      <dl className="overflow-hidden rounded-lg border border-line bg-dusk shadow-raised">
        {ROADMAP.map(([quarter, milestone, place]) => (
          <div key={quarter} className="group flex border-line not-first:border-t">
            <dt className="w-14 shrink-0 border-r border-line py-4 text-center text-gold tabular-nums">
              {quarter}
            </dt>
            <dd className="quarters grow overflow-hidden py-4">
              <p className="px-4">{milestone}</p>
              <p
                aria-hidden="true"
                className={`mt-2 animate-slip rounded-md bg-gold px-4 font-display text-xl text-ink transition duration-700 touched:translate-x-12 ${place}`}
              >
                soon
              </p>
            </dd>
          </div>
        ))}
      </dl>
      <DoNothingButton size="lg" className="mt-8 w-full sm:w-auto">
        Join the Waitlist
      </DoNothingButton>
    </Section>
  );
}
