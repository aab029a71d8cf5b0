import useSWR, { type SWRConfiguration } from 'swr';
import { requestJson } from './api';
import type { Check } from './check';

/** How a screen sees one data query. `data` stays what it was when a refetch fails. */
export interface Query<T> {
  readonly data: T | undefined;
  /** Why the last answer is no success; undefined when it is one. */
  readonly error: Error | undefined;
  readonly isError: boolean;
  readonly loading: boolean;
  refetch(): void;
}

/** Defaults of data queries (specification, sections 7 and 9): fetched once, never stale, never retried. */
export const queryDefaults = {
  refreshInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key: string) => console.error(`The query ${key} failed`, error),
} satisfies SWRConfiguration;

/**
 * What the server answers to a GET to an address, which is the query's key; whoever asks for the same shares the answer.
 * Asks nothing for null. An answer that does not pass the check has failed.
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
