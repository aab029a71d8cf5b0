import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimited } from '../core/errors.js';
import { clientOf, type ClientRequest } from './client.js';
import { ClientTurns } from './client-turns.js';
import { countAsRefused } from './late-refusals.js';
import { ClientRateLimiter } from './rate-limiter.js';
import { CALLS_PER_MINUTE, LINK_PAGES } from './rate-limits.js';

/**
 * Returns a function that renders the pages of links one at a time, in turn between clients. It returns null if the
 * client has had too many pages, or would wait too long.
 * @param callsFactor multiplies the limit of a client
 */
export function renderInTurn(callsFactor: number) {
  const ofClients = new ClientRateLimiter(
    CALLS_PER_MINUTE.walletPage * callsFactor,
    (points) => new RateLimiterMemory({ points, duration: 60 }),
  );
  const turns = new ClientTurns('linkPages');
  let restsUntil = 0;
  return async <T>(request: ClientRequest, render: () => Promise<T>): Promise<T | null> => {
    const client = clientOf(request);
    if (!(await ofClients.consume(client)).allowed) {
      countAsRefused(request);
      return null;
    }
    const latest = performance.now() + LINK_PAGES.waitMs;
    try {
      return await turns.run(client, async () => {
        if (performance.now() > latest) return null;
        const restMs = restsUntil - performance.now();
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
        try {
          return await render();
        } finally {
          restsUntil = performance.now() + LINK_PAGES.restMs;
        }
      });
    } catch (error) {
      if (error instanceof RateLimited) return null;
      throw error;
    }
  };
}
