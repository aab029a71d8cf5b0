import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import bs58 from 'bs58';
import pLimit from 'p-limit';
import { newSigner } from '../test/support/signer.js';
import { Visitor } from '../test/support/visitor.js';

/** Number of concurrent clients. Each sends its next request after an answer. */
export const CONNECTIONS = 64;

/** Interval between checks whether all answers have arrived, in ms. */
const CHECK_MS = 10;

/** Length of a load: a time or a number of requests. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

/** Returns answers per second. @throws Error if an answer is not a success */
export async function requestsPerSecond(...load: Parameters<typeof ask>): Promise<number> {
  const { '2xx': good, start, finish } = await ask(...load);
  return (1000 * good) / (finish.getTime() - start.getTime());
}

/** Returns the p99 of the response time in ms. @throws Error if an answer is not a success */
export async function latencyP99(...load: Parameters<typeof ask>): Promise<number> {
  return (await ask(...load)).latency.p99;
}

async function ask(
  url: string,
  requests: autocannon.Request[],
  extent: Extent,
  connections = CONNECTIONS,
): Promise<autocannon.Result> {
  const end = 'seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests };
  const result = await autocannon({ url, connections, requests, sampleInt: CHECK_MS, ...end });
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests failed`);
  return result;
}

let sent = 0;

export function get(path: string): autocannon.Request {
  return { method: 'GET', path };
}

export function statsOf(wallet: string): string {
  return `/api/referral-stats?wallet=${wallet}`;
}

/**
 * Returns a GET request that uses another of the `paths`, in turn, and another client address each time it is sent.
 */
export function getInTurn(paths: readonly string[]): autocannon.Request {
  return {
    method: 'GET',
    setupRequest: (request) => {
      const headers = fromElsewhere();
      return { ...request, headers, path: paths[sent % paths.length] };
    },
  };
}

/** Returns a claim that has a new recruit, another of the `referrers` and another client address each time it is sent. */
export function newClaim(referrers: readonly string[]): autocannon.Request {
  return {
    method: 'POST',
    path: '/api/referral',
    setupRequest: (request) => ({
      ...request,
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: JSON.stringify({
        referrerId: referrers[sent % referrers.length],
        recruitId: bs58.encode(randomBytes(32)),
      }),
    }),
  };
}

/** Returns a header with a new client address, so that rate limits do not apply. */
function fromElsewhere(): { 'x-forwarded-for': string } {
  sent += 1;
  return { 'x-forwarded-for': `10.${(sent >> 16) & 127}.${(sent >> 8) & 255}.${sent & 255}` };
}

const VISITORS = 16;

/** Signs in new recruits, each with a proof, and returns sign-ins per second. Servers and referrers alternate. */
export async function signInsPerSecond(
  servers: readonly string[],
  referrers: readonly string[],
  count: number,
): Promise<number> {
  const signers = Array.from({ length: count }, newSigner);
  const started = performance.now();
  await pLimit(VISITORS).map(signers, async (signer, index) => {
    const visitor = new Visitor(servers[index % servers.length] ?? '');
    const { referral } = await visitor.signIn(signer, referrers[index % referrers.length]);
    if (referral?.credited !== true) throw new Error('a sign-in did not prove its referral');
  });
  return (1000 * count) / (performance.now() - started);
}
