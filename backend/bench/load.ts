import autocannon from 'autocannon';

/** Clients that ask again as soon as they are answered. */
export const CONNECTIONS = 64;

/** Has the clients ask until `seconds` are over. Returns the good answers a second. @throws when one is not good */
export async function requestsPerSecond(
  url: string,
  requests: autocannon.Request[],
  seconds: number,
): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, requests });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests failed`);
  return result['2xx'] / result.duration;
}
