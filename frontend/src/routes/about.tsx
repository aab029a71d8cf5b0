import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Disclaimer } from '@/components/fine-print';
import { Section } from '@/components/section';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { CareerList, CeoHeader, CoreValues } from '@/features/site/ceo';

export function AboutRoute() {
  return (
    <>
      <CeoHeader />
      <Section
        title="Previous Experience"
        lede="Forty-six centuries of leadership, most of it before the regulators."
      >
        <CareerList />
      </Section>
      <Section title="Core Values" lede="Agreed at an offsite. There is no onsite.">
        <CoreValues />
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
