import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../core/log.js';
import { addressOf, clientOf } from './client.js';

const USED = 'x-forwarded-for';

/** Headers with the visitor's address that the server ignores. */
const UNUSED = ['forwarded', 'x-real-ip', 'cf-connecting-ip'];

/** Matches paths that proxies and monitors request by themselves. */
const PROBES = /^\/(?:api\/health\/|metrics)/;

/** Headers in which CDNs send the visitor's address: Cloudflare, Akamai and Fastly. */
const CDN_HEADERS = ['cf-connecting-ip', 'true-client-ip', 'fastly-client-ip'];

export function warnOfProxyMistakes(
  instance: FastifyInstance,
  trustedProxies: number,
  log: Log,
): void {
  const warned = new Set<string>();
  instance.addHook('onRequest', (request, _reply, done) => {
    const mistake = findMistake(request, trustedProxies);
    if (mistake !== null && !warned.has(mistake.kind)) {
      warned.add(mistake.kind);
      log.warn(mistake.message);
    }
    done();
  });
}

interface Mistake {
  readonly kind: string;
  readonly message: string;
}

function findMistake(request: FastifyRequest, trusted: number): Mistake | null {
  const { headers } = request;
  const seen = [USED, ...UNUSED].filter((name) => name in headers);
  const names = seen.join(' and ');
  if (trusted === 0) {
    if (seen.length === 0) return null;
    const message = `A request has ${names}, but TRUST_PROXY is off, so all visitors of a proxy share the limits of one address. If there is a proxy in front, make it send ${USED}, and set TRUST_PROXY to the number of proxies.`;
    return { kind: 'off', message };
  }
  const list = headers[USED];
  if (list === undefined) {
    if (PROBES.test(request.url)) return null;
    const message = `TRUST_PROXY is ${trusted}, but a request has ${seen.length === 0 ? `no ${USED}` : `only ${names}`}, so all visitors of the proxy share the limits of one address. Make the proxy send ${USED}, or set TRUST_PROXY=off if there is no proxy.`;
    return { kind: 'missing', message };
  }
  const hops = String(list).split(',').length;
  if (addressOf(request.ip) === null) {
    const message = `TRUST_PROXY is ${trusted}, but address ${Math.max(1, hops - trusted + 1)} of ${hops} in ${USED} is not an IP address, so all such visitors share the limits of one address. Make the proxy send the address of its client.`;
    return { kind: 'unusable', message };
  }
  if (hops > trusted) {
    const message = `TRUST_PROXY is ${trusted}, but ${USED} lists ${hops} addresses, so all visitors may share the limits of one address. If there are ${hops} proxies in front, set TRUST_PROXY=${hops}. Otherwise a visitor has sent an address.`;
    return { kind: 'more', message };
  }
  if (hops < trusted) {
    const message = `TRUST_PROXY is ${trusted}, but ${USED} lists ${hops === 1 ? '1 address' : `${hops} addresses`}, so a visitor could claim any address. If ${hops === 1 ? 'there is one proxy' : `there are ${hops} proxies`} in front, set TRUST_PROXY=${hops}.`;
    return { kind: 'fewer', message };
  }
  const cdn = CDN_HEADERS.find((name) => isElsewhere(request, headers[name]));
  if (cdn === undefined) return null;
  const message = `A request has another address in ${cdn} than in ${USED}, so all visitors of a CDN share the limits of its addresses. Make the proxy send the visitor's address, and set TRUST_PROXY, as docs/operating.md describes under 'A CDN in front'. Without a CDN, a visitor has sent the header.`;
  return { kind: 'cdn', message };
}

function isElsewhere(
  { ip, socket }: FastifyRequest,
  header: string | string[] | undefined,
): boolean {
  if (typeof header !== 'string' || addressOf(header) === null) return false;
  return clientOf({ ip: header, socket }).network !== clientOf({ ip, socket }).network;
}
