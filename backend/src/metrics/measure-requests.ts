import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Histogram } from 'prom-client';
import { routeOf } from '../http/route-of.js';
import { DURATIONS } from './buckets.js';

const MS = 1_000;

/** Counts every answer and how long it took, by method, route and status. */
export function measureRequests(instance: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  instance.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: routeOf(request), status: reply.statusCode },
      reply.elapsedTime / MS,
    );
    done();
  });
}
