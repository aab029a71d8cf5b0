import { DoNothingButton } from '@/components/ui/button';
import { Section } from '@/components/section';

const ROADMAP = [
  ['Q1', 'Announce soon.'],
  ['Q2', 'Reaffirm soon.'],
  ['Q3', 'Raise soon guidance to very soon.'],
  ['Q4', 'Strategic review of the word soon.'],
];

/** The launch, of which nothing more is known. */
export function LaunchSection() {
  return (
    <Section
      title="Launching Soon on Pump.fun"
      lede="Soon has held steady in every quarter since inception. No other metric of ours has."
    >
      <dl>
        {ROADMAP.map(([quarter, milestone]) => (
          <div key={quarter} className="flex gap-6 border-b border-line py-4 first:border-t">
            <dt className="w-10 shrink-0 text-gold tabular-nums">{quarter}</dt>
            <dd>{milestone}</dd>
          </div>
        ))}
      </dl>
      <DoNothingButton size="lg" className="mt-8 w-full sm:w-auto">
        Join the Waitlist
      </DoNothingButton>
    </Section>
  );
}
