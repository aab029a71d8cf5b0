import { NewTabLink } from '@/components/new-tab-link';
import { Section } from '@/components/section';
import { REPORT_CARD } from '@/config/paths';
import { ReportOf } from '@/features/report/report-of';
import { shareTextOf } from '@/features/report/report-texts';
import { ReportActions } from '@/features/site/report-actions';

const ELSEWHERE = [
  {
    figure: 'More than 98 of 100',
    text: 'people in Fortune Hi-Tech Marketing lost more money than they ever made, a receiver appointed by the court found. 88 of 100 or more did not earn back their enrolment fee. In four years, over 350,000 people had joined.',
    source: 'U.S. Federal Trade Commission, May 2014',
    href: 'https://www.ftc.gov/news-events/press-releases/2014/05/ftc-settlement-bans-pyramid-scheme-operators-multi-level',
  },
  {
    figure: 'More than 56,000 people',
    text: 'failed to recoup what they had paid to BurnLounge, a federal court found after a trial of nine days. A court of appeals agreed that it was an illegal pyramid scheme.',
    source: 'U.S. Federal Trade Commission, June 2014',
    href: 'https://business.ftc.gov/blog/2014/06/ninth-circuit-opinion-offers-insights-illegal-pyramid-schemes',
  },
];

export function ReportRoute() {
  return (
    // At this size, the report prints on one sheet of A4.
    <div className="print:[zoom:0.42] print:[&_.page]:max-w-none print:[&_.page]:px-0">
      <div className="page safe-x pt-8 pb-14 sm:pt-14 sm:pb-20 print:py-6">
        <h1 className="max-w-[8em] font-display text-title wrap-anywhere">
          The Shareholder Report
        </h1>
        <p className="mt-6 max-w-text text-xl text-stone print:mt-2 print:max-w-none">
          Every pyramid scheme has these numbers. Ours are in public, true, and about points.
        </p>
      </div>
      <ReportOf skeleton={<Skeleton />}>
        {(report) => <ReportActions text={shareTextOf(report)} />}
      </ReportOf>
      <div className="print:*:py-6">
        <Section
          title="The Same, with Money"
          lede="This part is no joke. It is what the authorities found where people had paid."
        >
          <dl className="print:grid print:grid-cols-2 print:gap-x-12">
            {ELSEWHERE.map(({ figure, text, source, href }) => (
              <div key={href} className="border-b border-line py-6 first:pt-0 last:border-0">
                <dt className="font-display text-3xl text-ember">{figure}</dt>
                <dd className="mt-2 max-w-text">
                  <p>
                    {text}{' '}
                    <NewTabLink
                      href={href}
                      className="text-gold underline decoration-gold-deep underline-offset-4"
                    >
                      {source}
                    </NewTabLink>
                  </p>
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </div>
  );
}

function Skeleton() {
  return (
    <div className="page safe-x min-h-[150svh]">
      <p role="status" className="text-stone noscript:hidden">
        Counting everybody …
      </p>
      <noscript>
        <img
          src={REPORT_CARD}
          width={1200}
          height={630}
          alt="The finding of the week, drawn by the server"
          className="h-auto w-full max-w-3xl rounded-lg"
        />
        <p className="mt-4">The charts take JavaScript, which is off here.</p>
      </noscript>
    </div>
  );
}
