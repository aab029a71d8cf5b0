import levels from '@/assets/levels.svg';
import cover from '@/assets/levels-cover.svg';
import { Button } from '@/components/ui/button';
import { FinePrint } from '@/components/fine-print';
import { Populations } from './collapse/populations-list';
import { POPULATIONS } from './collapse/populations';
import { Exhibit } from './exhibit';

const USUAL_PITCH = 5;

/** How far a scheme gets before it has recruited everybody there is, and the way to see it happen. */
export function AdvancedMath() {
  return (
    <>
      <Exhibit picture={levels} cover={cover} away="touched:translate-y-full" />
      <p className="mb-6 max-w-text text-xl leading-snug">
        You recruit a few people. Each of them recruits as many. Continue until rich.
      </p>
      <Populations each={USUAL_PITCH} title="With five recruits each, and nobody ever saying no" />
      <p className="mt-5 max-w-text">
        The pitch deck ends at level 4. This is called focus. The people on the last two levels are
        called liquidity.
      </p>
      <Button asChild variant="outline" className="mt-5">
        <a href="#collapse">Found One, and See</a>
      </Button>
      <FinePrint className="mt-6">
        {`Where people say no, too, everybody asks until the wanted number should have said yes; nobody is asked twice; who says yes is chance. Whoever founds it is not counted. Sources: ${POPULATIONS.map(({ source }) => source).join('; ')}.`}
      </FinePrint>
    </>
  );
}
