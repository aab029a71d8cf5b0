import { use, type ComponentType } from 'react';
import { reloadForNewRelease } from '@/lib/release';
import { ErrorBoundary } from './error-boundary';
import { QueryFailure } from './query-failure';

const preloads: (() => Promise<unknown>)[] = [];

/**
 * Makes a component of one whose code is fetched when it is wanted; until it is there, rendering suspends. With preloaded
 * code the first rendering is complete, on the server as in the browser. Code that cannot be had is said to be missing
 * where it would stand, with a way to ask again.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  /** The code that a rendering waits for: every rendering waits for the same, until it has failed. */
  let coming: Promise<ComponentType<P>> | null = null;

  async function preload(): Promise<ComponentType<P>> {
    loaded ??= await load();
    return loaded;
  }

  async function fetchOrReload(): Promise<ComponentType<P>> {
    try {
      return await preload();
    } catch (error) {
      await reloadForNewRelease();
      throw error;
    }
  }

  function Fetched(props: P) {
    const Component = loaded ?? use((coming ??= fetchOrReload()));
    return <Component {...props} />;
  }

  function Lazy(props: P) {
    return (
      <ErrorBoundary
        onFailure={() => (coming = null)}
        fallback={(retry) => (
          <div className="px-4">
            <QueryFailure onRetry={retry}>
              This part of the pyramid did not arrive. The foundations are fine.
            </QueryFailure>
          </div>
        )}
      >
        <Fetched {...props} />
      </ErrorBoundary>
    );
  }

  preloads.push(preload);
  return Object.assign(Lazy, { preload });
}

/** Fetches the code of all lazy components, for a rendering that cannot wait. */
export async function preloadEverything(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}
