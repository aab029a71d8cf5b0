import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../core/log.js';

/** Names the request's route without the values of its parameters, such as a wallet. */
export function routeOf({ routeOptions }: FastifyRequest): string {
  const pattern = routeOptions.url ?? 'none';
  return pattern.startsWith('/assets/') ? '/assets/*' : pattern;
}

/** Logs answered requests at level `debug`. */
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
      },
      'request',
    );
    done();
  });
}
