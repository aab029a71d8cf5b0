import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { comeNear } from './come-near';
import { counterpartOf } from './counterpart';
import { insist } from './insist';
import { keepTaps } from './kept-taps';
import { lazyComponent } from './lazy-component';
import { trustedBy } from './trusted-types';

let policy: { createHTML(text: string): string } | undefined;

/**
 * Makes a component for a part far down the page of one whose code is fetched when the visitor comes
 * near. Until then it sleeps as the HTML that the server sent, in which React has no part: were it to
 * wait for hydration, the first change of a context above, such as the wallet's, would empty it. The
 * focus stays where it is when it wakes, and a tap from before is carried out.
 *
 * @param id of the element to make around it
 */
export function sleepingComponent(id: string, load: () => Promise<ComponentType>): ComponentType {
  const Woken = lazyComponent(load);

  return function Sleeping() {
    const [asleep, setAsleep] = useState(() => htmlOf(id));

    useEffect(() => {
      const sleeper = document.getElementById(id);
      if (asleep === null || !sleeper) return;
      const carryOutTaps = keepTaps(sleeper);

      function wake(old: HTMLElement): void {
        const focused = document.activeElement;
        flushSync(() => setAsleep(null));
        const woken = document.getElementById(id);
        if (!woken) return;
        if (focused) counterpartOf(focused, old, woken)?.focus({ preventScroll: true });
        carryOutTaps((button) => counterpartOf(button, old, woken));
      }

      comeNear(sleeper)
        .then(() => insist(Woken.preload))
        .then(() => wake(sleeper))
        .catch((error: unknown) => console.error(`${id} stays as it was sent`, error));
    }, [asleep]);

    if (asleep !== null) {
      return <div key="asleep" id={id} dangerouslySetInnerHTML={{ __html: asleep }} />;
    }
    return (
      <div key="awake" id={id}>
        <Suspense>
          <Woken />
        </Suspense>
      </div>
    );
  };
}

/** Vouches for HTML that came with the page. */
function trusted(html: string): string {
  policy ??= trustedBy('pyramidion-asleep', { createHTML: (text: string) => text });
  return policy.createHTML(html);
}

/** What the server sent of an element; null on the server itself, and where there is no such element. */
function htmlOf(id: string): string | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element && trusted(element.innerHTML);
}
