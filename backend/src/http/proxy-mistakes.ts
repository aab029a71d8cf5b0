import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../core/log.js';
import { addressOf } from './client.js';

const USED = 'x-forwarded-for';

/** Headers with the visitor's address that the server ignores. */
const UNUSED = ['forwarded', 'x-real-ip', 'cf-connecting-ip'];

/** Matches paths that proxies and monitors request by themselves. */
const PROBES = /^\/(?:api\/health\/|metrics)/;

/** Warns once of each kind of mistake in TRUST_PROXY or in a proxy's headers. */
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
    const message = `A request came with ${names}, but TRUST_PROXY is off. If a proxy stands in front, have it send ${USED} and set TRUST_PROXY to the number of proxies: until then all of its visitors share the limits of one address.`;
    return { kind: 'off', message };
  }
  const list = headers[USED];
  if (list === undefined) {
    if (PROBES.test(request.url)) return null;
    const message = `TRUST_PROXY is ${trusted}, but a request came ${seen.length === 0 ? `without ${USED}` : `with ${names} only`}. Have the proxy send ${USED}, or set TRUST_PROXY=off if there is none: until then all visitors of the proxy share the limits of one address.`;
    return { kind: 'missing', message };
  }
  const hops = String(list).split(',').length;
  if (addressOf(request.ip) === null) {
    const message = `TRUST_PROXY is ${trusted}, but address ${Math.max(1, hops - trusted + 1)} of ${hops} in ${USED} is no IP address. Have the proxy send the address that it was asked from: until then all such visitors share the limits of one address.`;
    return { kind: 'unusable', message };
  }
  if (hops > trusted) {
    const message = `TRUST_PROXY is ${trusted}, but ${USED} lists ${hops} addresses. If ${hops} proxies stand in front, set TRUST_PROXY=${hops}: until then all visitors share the limits of one address. A visitor can also have sent one.`;
    return { kind: 'more', message };
  }
  if (hops < trusted) {
    const message = `TRUST_PROXY is ${trusted}, but ${USED} lists ${hops === 1 ? '1 address' : `${hops} addresses`}. If ${hops === 1 ? 'one proxy stands' : `${hops} proxies stand`} in front, set TRUST_PROXY=${hops}: until then a visitor can pass for any address.`;
    return { kind: 'fewer', message };
  }
  return null;
}
