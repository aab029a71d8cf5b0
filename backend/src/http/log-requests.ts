import type { FastifyInstance } from 'fastify';
import type { Log } from '../logging/log.js';
import { routeOf } from './route-of.js';

/**
 * Writes one line for each request that was answered. `bytes` is missing where the length of the body was not known in
 * advance, and `cut` says that the client did not get all of it.
 */
export function logRequests(instance: FastifyInstance, log: Log): void {
  instance.addHook('onResponse', (request, reply, done) => {
    const length = reply.getHeader('content-length');
    log.info(
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
