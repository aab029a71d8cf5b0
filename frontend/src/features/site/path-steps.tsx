import { cx } from 'class-variance-authority';
import { FinePrint } from '@/components/fine-print';

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
