import type { SWRConfiguration, SWRResponse } from 'swr';

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
 * GET the address held in the query key, with cookies, and return the parsed JSON body.
 *
 * @throws Error `status: statusText` from 500 up, `status: body text` for any other non-success
 * status (specification, section 8).
 */
export async function fetchQuery(address: string): Promise<unknown> {
  const response = await fetch(address, { credentials: 'include' });
  if (response.status >= 500) throw new Error(`${response.status}: ${response.statusText}`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

/** Defaults of data queries (specification, section 9): fetched once, never stale, never retried. */
export const queryDefaults: SWRConfiguration = {
  fetcher: fetchQuery,
  refreshInterval: 0,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  shouldRetryOnError: false,
  onError: (error: unknown, key) => console.error(`The query ${key} failed`, error),
};
