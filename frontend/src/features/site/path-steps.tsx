import { Launch } from './launch';

const STEPS = [
  {
    title: 'Connect Wallet',
    text: 'We look at your balance and keep a straight face.',
    stone: 'md:h-16',
  },
  {
    title: 'Recruit Friends',
    text: 'Send your link to people you will still have to sit next to at weddings.',
    stone: 'ml-[15%] md:h-32',
  },
  {
    title: 'Buy $SHARES',
    text: 'Optional, elsewhere, and against the advice of everyone named on this page.',
    stone: 'ml-[30%] md:h-48',
  },
  {
    title: 'Get Rich',
    text: 'In closed beta since 2600 BC, with one tester.',
    stone: null,
  },
];

export function PathSteps() {
  return (
    <section aria-labelledby="path-title" className="border-t border-line py-10 sm:py-20 lg:py-24">
      <div className="page safe-x">
        <h2 id="path-title" className="font-display text-heading md:-mb-24 md:max-w-[7em]">
          Four steps, in one direction
        </h2>
        <ol className="md:grid md:grid-cols-4 md:items-end">
          {STEPS.map(({ title, text, stone }, index) => (
            <li key={title} className="group flex flex-col pt-5 md:pt-8">
              <div className="max-md:grid max-md:grid-cols-[2.25rem_1fr] md:pr-4 lg:pr-8">
                <span
                  aria-hidden="true"
                  className="row-span-2 font-display text-4xl leading-none text-gold"
                >
                  {index + 1}
                </span>
                <h3 className="text-lg font-medium md:mt-2">{title}</h3>
                <p className="max-w-[26em] leading-snug text-stone md:mt-1">{text}</p>
              </div>
              {stone === null ? (
                <HangingStone />
              ) : (
                <div className={`flank mt-3 h-6 md:-ml-5 ${stone}`} />
              )}
            </li>
          ))}
        </ol>
        <Launch />
      </div>
    </section>
  );
}

function HangingStone() {
  return (
    <div className="ml-[45%] md:ml-5">
      <div className="transition duration-700 touched:-translate-y-4">
        <div className="hanging flank mt-3 h-14 md:h-20" />
      </div>
      <p className="flex h-12 items-center justify-center border-x border-dashed border-stone text-center text-sm text-stone md:h-48">
        Load-bearing optimism
      </p>
    </div>
  );
}
