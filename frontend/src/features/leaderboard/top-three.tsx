import { Suspense, useState } from 'react';
import { lazyComponent } from '@/components/lazy-component';
import { useOnScreen } from '@/lib/use-on-screen';

const TopBuilders = lazyComponent(
  async () => (await import(/* webpackChunkName: 'top' */ './top-builders')).TopBuilders,
);

/** Who is on top of the board. Code and data come when the visitor does, into room that is kept for them. */
export function TopThree() {
  const { ref, onScreen } = useOnScreen<HTMLDivElement>(false);
  const [wanted, setWanted] = useState(false);
  if (!wanted && onScreen) setWanted(true);
  return (
    <div ref={ref} className="min-h-80 pt-8 lg:min-h-40 noscript:hidden">
      {wanted ? (
        <Suspense>
          <TopBuilders />
        </Suspense>
      ) : null}
    </div>
  );
}
