import { DoNothingButton } from '@/components/ui/button';

const ROADMAP = [
  ['Q1', 'Announce soon.', 'w-3/5'],
  ['Q2', 'Reaffirm soon.', 'ml-[15%] w-3/5'],
  ['Q3', 'Upgrade soon to very soon.', 'ml-[30%] w-3/5'],
  ['Q4', 'Strategic review of “soon”.', 'ml-[45%] w-full'],
];

export function Launch() {
  return (
    <div className="mt-10 grid gap-6 sm:mt-14 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
      <div className="max-w-md">
        <h2 className="font-display text-heading">Launching Soon on Pump.fun</h2>
        <p className="mt-3 mb-5 text-stone">
          We have never missed our launch date, which moves when we do.
        </p>
        <DoNothingButton
          caption="This button does nothing. That's the roadmap."
          size="lg"
          className="w-full sm:w-auto"
        >
          Join the Waitlist
        </DoNothingButton>
      </div>
      <dl className="overflow-hidden rounded-lg border border-line bg-dusk shadow-raised">
        {ROADMAP.map(([quarter, milestone, place]) => (
          <div key={quarter} className="group flex border-line not-first:border-t">
            <dt className="w-14 shrink-0 border-r border-line py-2.5 text-center text-gold tabular-nums">
              {quarter}
            </dt>
            <dd className="quarters grow overflow-hidden py-2.5">
              <p className="px-4">{milestone}</p>
              <p
                aria-hidden="true"
                className={`mt-1 animate-slip rounded-md bg-gold forced-color-adjust-none px-4 font-display text-lg leading-6 text-ink transition duration-700 touched:translate-x-12 ${place}`}
              >
                soon
              </p>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
