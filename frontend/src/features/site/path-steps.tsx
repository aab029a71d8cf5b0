import { FinePrint } from '@/components/fine-print';

const STEPS = [
  {
    title: 'Connect Wallet',
    text: 'We learn what you hold and say nothing. It is more tact than most portfolios get.',
    stone: 'lg:h-20',
  },
  {
    title: 'Recruit Friends',
    text: 'Send your link to people you will still have to sit next to at weddings.',
    stone: 'ml-[15%] lg:h-40',
  },
  {
    title: 'Buy $SHARES',
    text: 'Optional, elsewhere, and against the written advice of everyone named on this page.',
    stone: 'ml-[30%] lg:h-60',
  },
  {
    title: 'Get Rich',
    text: 'In development since 2600 BC. Delivery remains on track for soon.',
    stone: null,
  },
];

/** The way up, in four steps, of which the last hangs in the air and withdraws from whoever reaches for it. */
export function PathSteps() {
  return (
    <section aria-labelledby="path-title" className="border-t border-line py-14 sm:py-20 lg:py-24">
      <div className="page safe-x">
        <h2 id="path-title" className="max-w-[7em] font-display text-heading lg:absolute">
          Four steps, in one direction
        </h2>
        <ol className="lg:grid lg:grid-cols-4 lg:items-end">
          {STEPS.map(({ title, text, stone }, index) => (
            <li key={title} className="group flex flex-col pt-8">
              <span aria-hidden="true" className="font-display text-4xl text-gold">
                {index + 1}
              </span>
              <h3 className="mt-1 text-lg font-medium">{title}</h3>
              <p className="mt-1 max-w-[26em] text-stone lg:pr-8">{text}</p>
              {stone === null ? (
                <HangingStone />
              ) : (
                <div className={`flank mt-4 h-12 lg:-ml-5 ${stone}`} />
              )}
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

function HangingStone() {
  return (
    <div className="ml-[45%] lg:ml-5">
      <div className="transition duration-700 touched:-translate-y-4">
        <div className="hanging flank mt-4 h-20" />
      </div>
      <p className="flex h-20 items-center justify-center border-x border-dashed border-stone text-sm text-stone lg:h-60">
        Load-bearing optimism
      </p>
    </div>
  );
}
