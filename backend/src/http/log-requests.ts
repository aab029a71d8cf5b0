import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../core/log.js';

/**
 * The pattern of the route that a request reached, such as `/api/leaderboard`: never its address, which may name a
 * wallet. All built files count as one route, and so do all requests that no route takes.
 */
export function routeOf({ routeOptions }: FastifyRequest): string {
  const pattern = routeOptions.url ?? 'none';
  return pattern.startsWith('/assets/') ? '/assets/*' : pattern;
}

/**
 * Writes one line for each request that was answered, where LOG_LEVEL is `debug`. `bytes` is missing where the length of
 * the body was not known in advance, and `cut` says that the client did not get all of it.
 */
export function logRequests(instance: FastifyInstance, log: Log): void {
  if (!log.isLevelEnabled('debug')) return;
  instance.addHook('onResponse', (request, reply, done) => {
    const length = reply.getHeader('content-length');
    log.debug(
      {
        id: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        bytes: length === undefined ? undefined : Number(length),
        cut: reply.raw.writableFinished ? undefined : true,
      },
      'request',
    );
    done();
  });
}
