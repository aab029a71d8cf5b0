import type { SWRConfiguration } from 'swr';

/** Defaults of all queries (docs/product.md, Constants): fetched once, never stale, never retried. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => console.error(`The query ${key} failed`, error),
};
