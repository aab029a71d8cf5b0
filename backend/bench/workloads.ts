import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import bs58 from 'bs58';
import pLimit from 'p-limit';
import { newSigner } from '../test/support/signer.js';
import { Visitor } from '../test/support/visitor.js';

/** Clients that ask again as soon as they are answered. */
export const CONNECTIONS = 64;

/** How often it is looked whether the last answer has come, in milliseconds. */
const CHECK_MS = 10;

/** When a load ends: by the clock, or by the number of requests. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

/** Has the clients ask, and returns the answers a second. @throws when one of them is not good */
export async function requestsPerSecond(...load: Parameters<typeof ask>): Promise<number> {
  const { '2xx': good, start, finish } = await ask(...load);
  return (1000 * good) / (finish.getTime() - start.getTime());
}

/** Has the clients ask, and returns how long 99 of 100 answers took at most, in milliseconds. @throws when one of them is not good */
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

/** Asks for a path. */
export function get(path: string): autocannon.Request {
  return { method: 'GET', path };
}

/** The path that asks what a wallet has achieved. */
export function statsOf(wallet: string): string {
  return `/api/referral-stats?wallet=${wallet}`;
}

/** Asks for one of the paths after the other, whoever asks. */
export function getInTurn(paths: readonly string[]): autocannon.Request {
  return {
    method: 'GET',
    setupRequest: (request) => {
      sent += 1;
      return { ...request, path: paths[sent % paths.length] };
    },
  };
}

/** Posts another claim each time: a newcomer under one of the `referrers`, from another address. */
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

/** A header by which the request seems to come from another address, so that no limit gets in its way. */
function fromElsewhere(): { 'x-forwarded-for': string } {
  sent += 1;
  return { 'x-forwarded-for': `10.${(sent >> 16) & 127}.${(sent >> 8) & 255}.${sent & 255}` };
}

/** Visitors who sign in at the same time. */
const VISITORS = 16;

/** Signs newcomers in, each with a proof of a referral, and returns the sign-ins a second. Servers and referrers take turns. */
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
