import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isNotModified } from '../core/compressed-body.js';

/** Gives a route with `hashesAnswer` an ETag of its JSON, and answers 304 if the client has it. */
export function hashAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || !('hashesAnswer' in request.routeOptions.config)) {
      done(null, payload);
      return;
    }
    const etag = `"${createHash('sha256').update(String(payload)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (isNotModified(request, etag)) {
      reply.status(304).removeHeader('content-type').removeHeader('content-length');
      done(null, '');
    } else done(null, payload);
  });
}
