import useSWR, { type SWRConfiguration } from 'swr';
import { requestJson } from './api';
import type { Check } from './check';

/** The state of a query. `data` keeps the last good answer when a refetch fails. */
export interface Query<T> {
  readonly data: T | undefined;
  /** The error of the last request; undefined after a success. */
  readonly error: Error | undefined;
  readonly isError: boolean;
  readonly loading: boolean;
  refetch(): void;
}

/** Defaults of queries (docs/product.md, Constants): fetched once, never stale, never retried. */
export const queryDefaults = {
  refreshInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key: string) => console.error(`The query ${key} failed`, error),
} satisfies SWRConfiguration;

/**
 * Fetches a path. The path is the query's key, so equal queries share the answer. Null fetches nothing. An answer that
 * fails the check counts as an error.
 */
export function useQuery<T>(
  address: string | null,
  check: Check<T>,
  options?: Pick<SWRConfiguration, 'revalidateOnMount'>,
): Query<T> {
  const { data, error, isLoading, mutate } = useSWR<T, Error>(
    address,
    (wanted: string) => requestJson(wanted, check),
    { ...queryDefaults, ...options },
  );
  return {
    data,
    error,
    isError: error !== undefined,
    loading: isLoading,
    refetch: () => void mutate().catch(() => undefined),
  };
}
