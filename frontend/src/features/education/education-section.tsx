import car from '@/assets/car.svg';
import behindCar from '@/assets/car-behind.svg';
import levels from '@/assets/levels.svg';
import levelsCover from '@/assets/levels-cover.svg';
import product from '@/assets/product.svg';
import productCover from '@/assets/product-cover.svg';
import { Disclaimer, FinePrint } from '@/components/fine-print';
import { Section } from '@/components/section';
import { Button } from '@/components/ui/button';
import { Tabs } from '@/components/ui/tabs';
import { POPULATIONS } from './collapse/closed-form';
import { Populations } from './collapse/populations-list';

const HALLMARKS = {
  'Emphasis on recruiting': 'Our members are our product, so please bring more product.',
  'No genuine product': 'It has been in stealth since before there was anything to hide.',
  'High returns, soon':
    '“Up to”, followed by a number. The “up to” does all the work and draws no salary.',
  'No revenue from customers': 'Revenue is what members pay in. We have never lost a customer.',
  'Buy-in required': 'A starter kit. It starts us.',
};

function TheBasics() {
  return (
    <>
      <Exhibit picture={product} cover={productCover} away="touched:-translate-y-2/5" />
      <p className="max-w-text text-xl leading-snug">
        A pyramid scheme is a company whose only product is the next customer.
      </p>
      <p className="mt-3 max-w-text text-stone">
        Regulators publish a list of hallmarks, which we use as a style guide.
      </p>
      <dl className="mt-6 flex flex-col gap-5">
        {Object.entries(HALLMARKS).map(([hallmark, pitch]) => (
          <div key={hallmark} className="grid gap-x-6 sm:grid-cols-[13rem_1fr]">
            <dt className="font-display text-2xl leading-tight text-gold-bright">{hallmark}</dt>
            <dd className="max-w-text text-stone">{pitch}</dd>
          </div>
        ))}
      </dl>
      <FinePrint className="mt-6">
        The hallmarks are in the glossary of investor.gov, by the U.S. Securities and Exchange
        Commission. The pitches are ours.
      </FinePrint>
    </>
  );
}

const USUAL_PITCH = 5;

function AdvancedMath() {
  return (
    <>
      <Exhibit picture={levels} cover={levelsCover} away="touched:translate-y-full" />
      <p className="mb-6 max-w-text text-xl leading-snug">
        You recruit a few people. Each of them recruits as many. Continue until rich.
      </p>
      <Populations each={USUAL_PITCH} title="With five recruits each, and nobody ever saying no" />
      <p className="mt-5 max-w-text">
        The pitch deck ends at level 4. This is called focus. The people on the last two levels are
        called liquidity.
      </p>
      <Button asChild variant="outline" className="mt-5">
        <a href="#collapse">See One Run Out</a>
      </Button>
      <FinePrint className="mt-6">
        {`The founder is not counted. Sources: ${POPULATIONS.map(({ source }) => source).join('; ')}.`}
      </FinePrint>
    </>
  );
}

const STRATEGIES = {
  'Be early':
    'The best entry point was the reign of Khufu. Anyone who tells you it is now is reading from the deck.',
  'Ask who pays': 'If it is whoever joins next, then for now it is you.',
  'Never say “pyramid”':
    'Say “three-sided marketplace”. If asked about the third side, say “ecosystem”. If asked again, schedule a call.',
  'Post the wins': 'Photograph a rented car from the angle at which it is not rented.',
  'Close this tab':
    'Our best-performing cohort by some distance. They kept everything and were home by dinner.',
};

function EliteStrategies() {
  return (
    <>
      <Exhibit picture={behindCar} cover={car} away="touched:translate-x-full" />
      <ol className="flex flex-col gap-6">
        {Object.entries(STRATEGIES).map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span aria-hidden="true" className="font-display text-3xl leading-none text-gold">
              {index + 1}
            </span>
            <div>
              <h3 className="font-medium">{title}</h3>
              <p className="mt-1 max-w-text text-stone">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

interface ExhibitProps {
  readonly picture: string;
  readonly cover: string;
  readonly away: string;
}

function Exhibit({ picture, cover, away }: ExhibitProps) {
  return (
    <div className="group absolute end-full top-48 me-14 hidden w-1/2 max-w-sm overflow-hidden rounded-lg border border-line bg-dusk lg:block">
      <img src={picture} alt="" width="440" height="400" loading="lazy" className="w-full" />
      <img
        src={cover}
        alt=""
        loading="lazy"
        className={`absolute inset-0 w-full transition duration-700 ${away}`}
      />
    </div>
  );
}

const LESSONS = [
  { label: 'The Basics', panel: <TheBasics /> },
  { label: 'Advanced Math', panel: <AdvancedMath /> },
  { label: 'Elite Strategies', panel: <EliteStrategies /> },
];

export function EducationSection() {
  return (
    <Section
      title="Investor Education"
      lede="Three lessons that most schemes leave out. Those who learn them make poor customers."
    >
      <Tabs label="Lessons" tabs={LESSONS} />
      <Disclaimer>
        <p>
          Pyramidion is satire. People run it, not an AI, and they can ban a wallet that cheats.
          There is nothing here to buy.
        </p>
        <p>
          Real pyramid schemes are illegal nearly everywhere. They always run out of people, and
          those who came last pay for those who came first. If something you were sent looks like
          this page and is not joking, report it to your financial regulator.
        </p>
      </Disclaimer>
    </Section>
  );
}
