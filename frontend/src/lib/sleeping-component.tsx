import { Suspense, useEffect, type ComponentType } from 'react';
import { comeNear } from './come-near';
import { keepTaps } from './kept-taps';
import { lazyComponent } from './lazy-component';

/**
 * Makes a component for a part far down the page of one whose code is fetched when the visitor comes
 * near. Until then it sleeps as the HTML that the server sent. A tap on it is carried out when it wakes.
 *
 * @param id of the element to make around it
 */
export function sleepingComponent(id: string, load: () => Promise<ComponentType>): ComponentType {
  let carryOutTaps = (): void => undefined;

  const Woken = lazyComponent(async () => {
    const asleep = typeof document === 'undefined' ? null : document.getElementById(id);
    if (asleep) {
      carryOutTaps = keepTaps(asleep);
      await comeNear(asleep);
    }
    const Component = await load();
    return function WithTaps() {
      useEffect(() => carryOutTaps(), []);
      return <Component />;
    };
  });

  return function Sleeping() {
    return (
      <div id={id}>
        <Suspense>
          <Woken />
        </Suspense>
      </div>
    );
  };
}
