import type { SWRConfiguration } from 'swr';

/** Default options (docs/product.md, Constants). With them, a query is neither refetched nor retried by itself. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => console.error(`The query ${key} failed`, error),
};
