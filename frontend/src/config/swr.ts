import type { SWRConfiguration } from 'swr';

/** Default options (docs/product.md, Constants): no query is refetched or retried by itself. */
export const swrConfig: SWRConfiguration = {
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => console.error(`The query ${key} failed`, error),
};
