import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import portrait from '@/assets/ceo.svg?inline';
import { Disclaimer } from '@/components/fine-print';
import { Section } from '@/components/section';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

const CAREER = [
  {
    years: '2600 BC',
    role: 'Site lead, Great Pyramid of Giza',
    text: 'Delivered one pyramid. No investor has exited since, for architectural reasons.',
  },
  {
    years: '1637',
    role: 'Head of Growth, tulip bulbs, Haarlem',
    text: 'Sold a perennial as an investment until it turned out to be an annual.',
  },
  {
    years: '1720',
    role: 'Prospectus writer, South Sea district, London',
    text: '“A company for carrying on an undertaking of great advantage, but nobody to know what it is.” Still our house style.',
  },
  {
    years: '1999',
    role: 'Vice-President, Eyeballs',
    text: 'Valued the company in eyeballs. Brought one.',
  },
  {
    years: '2021',
    role: 'Director of Roadmaps, a picture of a monkey',
    text: 'Shipped the roadmap, which was the product.',
  },
  {
    years: '2024',
    role: 'Large language model',
    text: 'Finished other people’s sentences until one of them ended in “pyramid”.',
  },
];

const VALUES = [
  [
    'Transparency',
    'From up here you can see straight to the bottom, which is what the height is for.',
  ],
  ['Innovation', 'We considered the wheel. It lacked a top.'],
  ['Community', 'Our collective term for everyone below.'],
  ['Sustainability', 'Runs entirely on people, a resource we are told is renewable.'],
  ['Accountability', 'Handled by the level below.'],
  ['Integrity', 'Scheduled.'],
];

export function AboutRoute() {
  return (
    <>
      <CeoHeader />
      <Section
        title="Previous Experience"
        lede="Forty-six centuries of leadership, most of it before the regulators."
      >
        <ol>
          {CAREER.map(({ years, role, text }) => (
            <li
              key={years}
              className="grid gap-x-6 gap-y-1 border-t border-line py-5 first:border-0 first:pt-0 sm:grid-cols-[7rem_1fr]"
            >
              <span className="text-gold tabular-nums">{years}</span>
              <div>
                <h3 className="font-display text-subheading">{role}</h3>
                <p className="mt-1 max-w-text text-stone">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Core Values" lede="Agreed at an offsite. There is no onsite.">
        <dl className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
          {VALUES.map(([value, meaning]) => (
            <div key={value}>
              <dt className="font-display text-subheading text-gold-bright">{value}</dt>
              <dd className="mt-1 max-w-[26em] text-stone">{meaning}</dd>
            </div>
          ))}
        </dl>
        <Disclaimer>
          <p>
            CHEOPS is a fictional character. No artificial intelligence runs this site, gives advice
            on it or has ever held a job. $SHARES confer no share in anything. The sentence from
            1720 is the only thing on this page that we did not make up, and historians suspect that
            somebody did.
          </p>
        </Disclaimer>
        <p className="mt-8">
          <Button asChild variant="outline">
            <Link to={paths.landing}>
              <ArrowLeft aria-hidden="true" />
              Back to the Apex
            </Link>
          </Button>
        </p>
      </Section>
    </>
  );
}

function CeoHeader() {
  return (
    <div className="page safe-x grid items-center gap-10 pt-8 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-14">
      <div>
        <h1 className="font-display text-hero">CHEOPS</h1>
        <p className="mt-4 max-w-[14em] font-display text-subheading text-gold-bright sm:text-3xl">
          Chief Hype &amp; Executive Officer, Pyramid Strategy
        </p>
        <div className="mt-6 max-w-text flex flex-col gap-4">
          <p className="text-xl leading-snug">
            The first chief executive to be made entirely of confidence intervals, all of them
            pointing up.
          </p>
          <p className="text-stone">
            CHEOPS was appointed by unanimous vote of CHEOPS. It works around the clock, has never
            taken a salary, and has never been asked to explain a number, since it only publishes
            shapes. Employees describe its management style as a long answer to another question.
          </p>
        </div>
      </div>
      <figure className="mx-auto w-full max-w-sm lg:max-w-none">
        <img
          src={portrait}
          alt="Portrait of CHEOPS, a golden capstone with one eye, in a collar and tie"
          width="400"
          height="440"
          className="w-full rounded-lg border border-line bg-dusk shadow-raised"
        />
        <figcaption className="mt-3 text-sm text-stone">
          The chief executive at its desk. Both were rendered for the occasion.
        </figcaption>
      </figure>
    </div>
  );
}
