import { createElement, lazy, type ComponentType } from 'react';
import { reloadForNewRelease } from '@/lib/release';
import { ErrorBoundary } from './error-boundary';
import { QueryFailure } from './query-failure';

/**
 * Returns a component whose code is fetched on its first render, or earlier by `preload`. If the code fails to load,
 * the component shows a message and a button that tries again.
 */
export function lazyPart<P extends object>(fetchCode: () => Promise<ComponentType<P>>) {
  let code: ComponentType<P> | null = null;

  async function preload(): Promise<ComponentType<P>> {
    code ??= await fetchCode();
    return code;
  }

  async function preloadOrReload(): Promise<{ default: ComponentType<P> }> {
    try {
      return { default: await preload() };
    } catch (error) {
      await reloadForNewRelease();
      throw error;
    }
  }

  // React caches a failed import, so each retry creates a new lazy component.
  const renew = (): ComponentType<P> =>
    lazy(() => (code === null ? preloadOrReload() : resolved({ default: code })));
  let Part = renew();

  function Content(props: P) {
    return createElement(Part, props);
  }

  function LazyPart(props: P) {
    return (
      <ErrorBoundary
        onFailure={() => (Part = renew())}
        fallback={(retry) => (
          <div className="px-4">
            <QueryFailure onRetry={retry}>
              This part of the pyramid did not arrive. The foundations are fine.
            </QueryFailure>
          </div>
        )}
      >
        <Content {...props} />
      </ErrorBoundary>
    );
  }

  return Object.assign(LazyPart, { preload });
}

/**
 * Returns a thenable that resolves synchronously. For a promise, hydration would suspend and drop the pending click.
 */
function resolved<T>(value: T): Promise<T> {
  const then = (resolve: (value: T) => void): void => resolve(value);
  return { then } as Promise<T>;
}
