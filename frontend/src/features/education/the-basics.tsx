import product from '@/assets/product.svg';
import cover from '@/assets/product-cover.svg';
import { FinePrint } from '@/components/fine-print';
import { Exhibit } from './exhibit';

const HALLMARKS = [
  {
    hallmark: 'Emphasis on recruiting',
    pitch: 'Our members are our product. Please bring more product.',
  },
  {
    hallmark: 'No genuine product',
    pitch: 'It is in stealth. It has been in stealth since before there was anything to hide.',
  },
  {
    hallmark: 'High returns, soon',
    pitch: '“Up to”, followed by a number. The “up to” does all the work and draws no salary.',
  },
  {
    hallmark: 'Easy money',
    pitch: 'Income while you sleep. You will be woken for the motivational call at five.',
  },
  {
    hallmark: 'No revenue from customers',
    pitch: 'Revenue is what members pay in. We have never lost a customer.',
  },
  {
    hallmark: 'Buy-in required',
    pitch: 'A starter kit. It starts us.',
  },
  {
    hallmark: 'Complex commissions',
    pitch: 'Explained in 94 slides. You are on a bonus from slide 60, provided that nobody asks.',
  },
  {
    hallmark: 'Pressure to decide now',
    pitch: 'The doors close on Friday. They have closed every Friday since the launch.',
  },
];

/** What a pyramid scheme is known by, as its own deck would put it. */
export function TheBasics() {
  return (
    <>
      <Exhibit picture={product} cover={cover} away="touched:-translate-y-2/5" />
      <p className="max-w-text text-xl leading-snug">
        A pyramid scheme is a company whose only product is the next customer.
      </p>
      <p className="mt-3 max-w-text text-stone">
        Regulators publish a list of hallmarks. We have adopted it as a style guide.
      </p>
      <dl className="mt-6 space-y-5">
        {HALLMARKS.map(({ hallmark, pitch }) => (
          <div key={hallmark} className="grid gap-x-6 sm:grid-cols-[13rem_1fr]">
            <dt className="font-display text-2xl leading-tight text-gold-bright">{hallmark}</dt>
            <dd className="max-w-text text-stone">{pitch}</dd>
          </div>
        ))}
      </dl>
      <FinePrint className="mt-6">
        The first seven are the hallmarks in the glossary of investor.gov, by the U.S. Securities
        and Exchange Commission. The last is in the Federal Trade Commission’s advice to consumers.
        The pitches are ours.
      </FinePrint>
    </>
  );
}
