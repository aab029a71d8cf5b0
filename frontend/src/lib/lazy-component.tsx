import { lazy, useState, type ComponentType, type ReactNode } from 'react';

/** A component whose code is a file of its own. */
export interface LazyComponent<P> {
  (props: P): ReactNode;
  /** Fetches the code ahead of the first rendering, which then need not wait for it. */
  preload(): Promise<void>;
}

const preloads: (() => Promise<void>)[] = [];

/**
 * Makes a component of one whose code is fetched when it is wanted; until it is there, rendering
 * suspends. With preloaded code the first rendering is complete, on the server as in the browser.
 *
 * A new release takes the files of the last one away: whoever still has the old page open gets the
 * new one, at the address that they were about to see.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  const Fetched = lazy(async () => ({ default: loaded ?? (await load().catch(openAnew)) }));

  function Lazy(props: P) {
    // Chosen once: a change of component would mount anew what is on the screen.
    const [Component] = useState(() => loaded ?? Fetched);
    return <Component {...props} />;
  }
  Lazy.preload = async () => {
    loaded ??= await load();
  };
  preloads.push(Lazy.preload);
  return Lazy;
}

/** Fetches the code of all lazy components, for a rendering that cannot wait. */
export async function preloadEverything(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}

function openAnew(): Promise<never> {
  window.location.reload();
  return new Promise(() => undefined);
}
