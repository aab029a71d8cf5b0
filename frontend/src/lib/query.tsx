import type { ReactNode } from 'react';
import { SWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';
import { requestJson } from './api';

/** How a screen sees one data query. `data` stays what it was when a retry fails. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly failed: boolean;
  readonly loading: boolean;
  retry(): void;
}

/** The part of an SWR answer that screens use. */
export function toQuery<T>({ data, error, isLoading, mutate }: SWRResponse<T, Error>): Query<T> {
  return {
    data,
    failed: error !== undefined,
    loading: isLoading,
    retry: () => void mutate().catch(() => undefined),
  };
}

/**
 * Defaults of data queries (specification, sections 7 and 9): a GET to the address held in the query key, fetched once,
 * never stale, never retried.
 */
export const queryDefaults: SWRConfiguration = {
  fetcher: (address: string) => requestJson(address),
  refreshInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => console.error(`The query ${key} failed`, error),
};

/** Stands around whatever asks the server for data. All of them share what was answered. */
export function Queries({ children }: { readonly children: ReactNode }) {
  return <SWRConfig value={queryDefaults}>{children}</SWRConfig>;
}
