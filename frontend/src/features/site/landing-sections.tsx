import { cx } from 'class-variance-authority';
import { FinePrint } from '@/components/fine-print';
import { Section } from '@/components/section';
import { DoNothingButton } from '@/components/ui/button';

const STEPS = [
  {
    title: 'Connect Wallet',
    text: 'We learn what you hold and say nothing. It is more tact than most portfolios get.',
    climb: 'lg:mt-36',
  },
  {
    title: 'Recruit Friends',
    text: 'Send your link to people you will still have to sit next to at weddings.',
    climb: 'lg:mt-24',
  },
  {
    title: 'Buy $SHARES',
    text: 'Optional, elsewhere, and against the written advice of everyone named on this page.',
    climb: 'lg:mt-12',
  },
  {
    title: 'Get Rich',
    text: 'In development since 2600 BC. Delivery remains on track for soon.',
    climb: 'lg:mt-0',
  },
];

/** The way up, in four steps. */
export function PathSteps() {
  return (
    <section aria-labelledby="path-title" className="border-t border-line py-14 sm:py-20 lg:py-24">
      <div className="page safe-x">
        <h2 id="path-title" className="max-w-[7em] font-display text-heading lg:absolute">
          Four steps, in one direction
        </h2>
        <ol className="mt-8 lg:mt-0 lg:grid lg:grid-cols-4">
          {STEPS.map(({ title, text, climb }, index) => (
            <li
              key={title}
              className={cx(
                'border-l border-line py-5 pl-5 lg:border-t lg:border-l lg:px-6 lg:pb-4',
                climb,
              )}
            >
              <span aria-hidden="true" className="font-display text-4xl text-gold">
                {index + 1}
              </span>
              <h3 className="mt-1 text-lg font-medium">{title}</h3>
              <p className="mt-1 max-w-[26em] text-stone">{text}</p>
            </li>
          ))}
        </ol>
        <FinePrint className="mt-8 lg:max-w-none">
          Steps 1 and 2 work today. Step 3 is advised against. Step 4 is in closed beta, with one
          tester.
        </FinePrint>
      </div>
    </section>
  );
}

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

const STORIES = [
  {
    quote: 'I came for the passive income. The passive part started immediately.',
    name: 'Marguerite T.',
    role: 'Regional Vice-Apex',
  },
  {
    quote:
      'It says ‘pyramid scheme’ on every page. You do not get that level of disclosure from a bank.',
    name: 'Desmond O.',
    role: 'retired compliance officer',
  },
  {
    quote:
      'As a venture capitalist I need to believe the exit exists. They showed me a drawing of it. It was a door, painted on.',
    name: 'Chip van der Berg',
    role: 'General Partner, Second Mover Capital',
  },
];

/** Three people who do not exist. */
export function SuccessStories() {
  return (
    <Section
      title="Success Stories"
      lede="All three are invented. We asked around for real ones and the room went quiet."
    >
      <ul>
        {STORIES.map(({ quote, name, role }) => (
          <li key={name} className="border-b border-line py-8 first:pt-0 last:border-0 last:pb-0">
            <figure>
              <blockquote className="font-display text-[1.75rem] leading-[1.15] sm:text-4xl">
                “{quote}”
              </blockquote>
              <figcaption className="mt-4 text-stone">
                {name}, {role} (invented)
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
