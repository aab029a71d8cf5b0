import autocannon from 'autocannon';

/** Clients that ask again as soon as they are answered. */
export const CONNECTIONS = 64;

/** How often it is looked whether the last answer has come, in milliseconds. */
const CHECK_MS = 10;

/** When a load ends: by the clock, or by the number of requests. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

/** Has the clients ask, and returns the answers a second. @throws when one of them is not good */
export async function requestsPerSecond(
  url: string,
  requests: autocannon.Request[],
  extent: Extent,
  connections = CONNECTIONS,
): Promise<number> {
  const end = 'seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests };
  const result = await autocannon({ url, connections, requests, sampleInt: CHECK_MS, ...end });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests failed`);
  return (1000 * result['2xx']) / (result.finish.getTime() - result.start.getTime());
}
