import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientOf } from './client.js';
import { isLoopbackAddress } from './host.js';
import { LATE_REFUSALS } from './rate-limits.js';

const TOO_MANY_REQUESTS = 429;

const MAX_CLIENTS = 10_000;

/**
 * Delays 429 answers to a client that has had many of them, as {@link LATE_REFUSALS} says. Answers to this machine are
 * not delayed.
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
    if (reply.statusCode !== TOO_MANY_REQUESTS || isLoopbackAddress(request.ip)) {
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
