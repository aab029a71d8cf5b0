import { Suspense } from 'react';
import { FinePrint } from '@/components/fine-print';
import { lazyComponent } from '@/components/lazy-component';
import { POPULATIONS } from './collapse/populations';
import { useNear } from './use-near';

const CollapseGame = lazyComponent(
  async () =>
    (await import(/* webpackChunkName: 'collapse' */ './collapse/collapse-game')).CollapseGame,
);

interface AdvancedMathProps {
  /** The visitor's, or null. */
  readonly wallet: string | null;
  /** Whether the address names a collapse, which is then shown at once. */
  readonly linked: boolean;
}

/** How far a scheme gets before it has asked everybody there is, for the visitor to try. */
export function AdvancedMath({ wallet, linked }: AdvancedMathProps) {
  const { ref, near } = useNear<HTMLDivElement>();
  return (
    <>
      <p className="max-w-text text-xl leading-snug">
        You recruit a few people. Each of them recruits as many. Continue until rich. Found one, and
        place your bet on where it ends.
      </p>
      <div ref={ref} className="min-h-svh">
        {near || linked ? (
          <Suspense>
            <CollapseGame wallet={wallet} />
          </Suspense>
        ) : null}
      </div>
      <p className="mt-5 max-w-text">
        The pitch deck ends at level 4. This is called focus. The people on the last two levels are
        called liquidity.
      </p>
      <FinePrint className="mt-4">
        {`Everybody asks until the wanted number should have said yes; nobody is asked twice; who says yes is chance. Whoever founds it is not counted. Sources: ${POPULATIONS.map(({ source }) => source).join('; ')}.`}
      </FinePrint>
    </>
  );
}
