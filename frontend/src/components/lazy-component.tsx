import { lazy, useState, type ComponentType } from 'react';
import { reloadForNewRelease } from '@/lib/release';
import { ErrorBoundary } from './error-boundary';
import { QueryFailure } from './query-failure';

const preloads: (() => Promise<void>)[] = [];

/**
 * Makes a component of one whose code is fetched when it is wanted; until it is there, rendering suspends. With preloaded
 * code the first rendering is complete, on the server as in the browser. Code that cannot be had is said to be missing
 * where it would stand, with a way to ask again.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  let Fetched = fetched();

  function fetched() {
    return lazy(async () => {
      try {
        return { default: loaded ?? (await load()) };
      } catch (error) {
        await reloadForNewRelease();
        throw error;
      }
    });
  }

  function Lazy(props: P) {
    // Chosen once: a change of component would mount anew what is on the screen.
    const [Component, setComponent] = useState(() => loaded ?? Fetched);
    return (
      <ErrorBoundary
        // React keeps a failure for as long as it has the component that failed.
        onFailure={() => (Fetched = fetched())}
        fallback={(retry) => (
          <div className="px-4">
            <QueryFailure
              onRetry={() => {
                setComponent(() => Fetched);
                retry();
              }}
            >
              This part of the pyramid did not arrive. The foundations are fine.
            </QueryFailure>
          </div>
        )}
      >
        <Component {...props} />
      </ErrorBoundary>
    );
  }

  /** Fetches the code ahead of the first rendering, which then need not wait for it. */
  async function preload(): Promise<void> {
    loaded ??= await load();
  }

  preloads.push(preload);
  return Object.assign(Lazy, { preload });
}

/** Fetches the code of all lazy components, for a rendering that cannot wait. */
export async function preloadEverything(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}
