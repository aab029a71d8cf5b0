import { createElement, lazy, useState, type ComponentType } from 'react';
import { reloadIfGone } from '@/lib/load-code';
import { ErrorBoundary } from './error-boundary';
import { QueryFailure } from './query-failure';

/**
 * Returns a component whose code is fetched on its first render, or earlier by `preload`. If a deploy has removed the
 * code, the page reloads once. After any other failure to load or to render, a button that reloads the page is shown.
 */
export function lazyPart<P extends object>(fetchCode: () => Promise<ComponentType<P>>) {
  let code: ComponentType<P> | undefined;

  async function preload(): Promise<ComponentType<P>> {
    return (code ??= await fetchCode());
  }

  const Lazy = lazy(async () => {
    try {
      return { default: await preload() };
    } catch (error) {
      await reloadIfGone(error);
      throw error;
    }
  });

  function LazyPart(props: P) {
    // Preloaded code must not suspend, because hydration would drop a pending click.
    const [Part] = useState<ComponentType<P>>(() => code ?? Lazy);
    return (
      <ErrorBoundary
        fallback={() => (
          <div className="px-4">
            <QueryFailure onRetry={() => window.location.reload()}>
              This part of the pyramid did not arrive. The foundations are fine.
            </QueryFailure>
          </div>
        )}
      >
        {createElement(Part, props)}
      </ErrorBoundary>
    );
  }

  return Object.assign(LazyPart, { preload });
}
