import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientOf } from './client.js';
import { ClientRateLimiter, consume } from './rate-limiter.js';
import { CALLS_PER_MINUTE, PER_SECOND } from './rate-limits.js';

/**
 * Returns a function that counts a page for a client and returns true if the page may be rendered.
 * @param callsFactor multiplies the limit of a client
 */
export function pageLimit(
  callsFactor: number,
): (request: Pick<FastifyRequest, 'ip' | 'socket'>) => Promise<boolean> {
  const ofClients = new ClientRateLimiter(
    CALLS_PER_MINUTE.walletPage * callsFactor,
    (points) => new RateLimiterMemory({ points, duration: 60 }),
  );
  const ofAll = new RateLimiterMemory({ points: PER_SECOND.walletPages, duration: 1 });
  return async (request) =>
    (await ofClients.consume(clientOf(request))).allowed && (await consume(ofAll, 'all')).allowed;
}
