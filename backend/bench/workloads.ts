import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import bs58 from 'bs58';
import { challengeSchema, signInResponseSchema } from '../src/sign-in/sign-in.schema.js';
import { newSigner, type Signer } from '../test/support/signer.js';
import { signed } from '../test/support/visitor.js';

export const CONNECTIONS = 64;

/** Interval at which autocannon checks whether the run is over. */
const CHECK_MS = 10;

export type Extent = { readonly seconds: number } | { readonly requests: number };

export async function requestsPerSecond(...load: Parameters<typeof ask>): Promise<number> {
  const { '2xx': good, start, finish } = await ask(...load);
  return (1000 * good) / (finish.getTime() - start.getTime());
}

export async function latencyP99Ms(...load: Parameters<typeof ask>): Promise<number> {
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

/** Returns a GET request. Each time it is sent, it asks for one of the paths, from a new client address. */
export function getInTurn(paths: readonly string[]): autocannon.Request {
  return {
    method: 'GET',
    setupRequest: (request) => ({
      ...request,
      headers: fromElsewhere(),
      path: paths[sent % paths.length],
    }),
  };
}

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

function fromElsewhere(): { 'x-forwarded-for': string } {
  sent += 1;
  return { 'x-forwarded-for': `10.${(sent >> 16) & 127}.${(sent >> 8) & 255}.${sent & 255}` };
}

export const SIGN_IN_CONNECTIONS = 16;

/** Signs in at least `count` new recruits, each with a proof, and returns the sign-ins per second. */
export async function signInsPerSecond(
  servers: readonly string[],
  referrers: readonly string[],
  count: number,
): Promise<number> {
  const visitors = Math.ceil(SIGN_IN_CONNECTIONS / servers.length);
  const requests = 2 * visitors * Math.ceil(count / servers.length / visitors);
  const signers = Array.from({ length: (requests / 2) * servers.length }, newSigner);
  const started = performance.now();
  const signIns = newSignIn(signers.values(), referrers);
  await Promise.all(servers.map((url) => ask(url, signIns, { requests }, visitors)));
  return (1000 * signers.length) / (performance.now() - started);
}

function newSignIn(
  signers: Iterator<Signer, undefined>,
  referrers: readonly string[],
): autocannon.Request[] {
  const headers = new WeakMap<object, Record<string, string>>();
  const answers = new WeakMap<object, string>();
  return [
    {
      method: 'POST',
      path: '/api/session/challenge',
      setupRequest: (request, context) => {
        headers.set(context, { 'content-type': 'application/json', ...fromElsewhere() });
        const body = JSON.stringify({ referrer: referrers[sent % referrers.length] });
        return { ...request, headers: { ...headers.get(context) }, body };
      },
      onResponse: (_status, body, context, received) => {
        const { value: signer } = signers.next();
        if (signer === undefined) throw new Error('more sign-ins than signers');
        const { input } = challengeSchema.parse(JSON.parse(body));
        answers.set(context, JSON.stringify(signed(signer, input)));
        const [cookie = ''] = [received?.['set-cookie']].flat();
        headers.set(context, { ...headers.get(context), cookie: cookie.split(';', 1).join() });
      },
    },
    {
      method: 'POST',
      path: '/api/session',
      setupRequest: (request, context) => ({
        ...request,
        headers: { ...headers.get(context) },
        body: answers.get(context),
      }),
      onResponse: (_status, body) => {
        const { referral } = signInResponseSchema.parse(JSON.parse(body));
        if (referral?.credited !== true) throw new Error('a sign-in did not prove its referral');
      },
    },
  ];
}
