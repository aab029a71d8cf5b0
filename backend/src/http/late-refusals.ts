import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientOf, type ClientRequest } from './client.js';
import { isLoopbackAddress } from './host.js';
import { LATE_REFUSALS } from './rate-limits.js';

const TOO_MANY_REQUESTS = 429;

/** Maximum number of clients whose refusals are counted. */
const MAX_CLIENTS = 10_000;

const refused = new WeakSet<ClientRequest>();

/** Counts a request as refused, though its answer is not 429. */
export function countAsRefused(request: ClientRequest): void {
  refused.add(request);
}

/**
 * Delays the refusals of a client that ignores them. A thousand refusals a second would keep the event loop busy and
 * delay all other requests. Allowed requests from the same address are not delayed.
 */
export function delayRefusals(instance: FastifyInstance): void {
  const { prompt, windowMs, delayMs, atOnce } = LATE_REFUSALS;
  const refusals = new LRUCache<string, number>({
    max: MAX_CLIENTS,
    ttl: windowMs,
    noUpdateTTL: true,
  });
  let late = 0;
  instance.addHook('onSend', (request, reply, payload, done) => {
    const isRefused = reply.statusCode === TOO_MANY_REQUESTS || refused.has(request);
    if (!isRefused || isLoopbackAddress(request.ip)) {
      done(null, payload);
      return;
    }
    const { network } = clientOf(request);
    const count = (refusals.get(network) ?? 0) + 1;
    refusals.set(network, count);
    if (count <= prompt || late >= atOnce) {
      done(null, payload);
      return;
    }
    late += 1;
    setTimeout(() => {
      late -= 1;
      done(null, payload);
    }, delayMs);
  });
}
