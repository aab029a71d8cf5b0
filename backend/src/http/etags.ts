import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Adds an ETag to answers of status 200 on routes with `hashesAnswer`. On all routes, sends 304 in place of 200 if
 * `If-None-Match` names the ETag of the answer.
 */
export function answerNotModified(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 200 && 'hashesAnswer' in request.routeOptions.config) {
      const hash = createHash('sha256').update(String(payload)).digest('base64url');
      reply.header('etag', `"${hash.slice(0, 22)}"`);
    }
    const etag = reply.getHeader('etag');
    if (reply.statusCode !== 200 || typeof etag !== 'string' || !isKnown(request, etag)) {
      done(null, payload);
      return;
    }
    if (payload instanceof Readable) payload.destroy();
    reply.status(304);
    for (const name of ['content-type', 'content-length', 'content-encoding']) {
      reply.removeHeader(name);
    }
    // Fastify's HEAD routes fail on null. For an empty text, they send a Content-Length of 0, by which a cache may
    // empty its stored answer.
    done(null, request.method === 'HEAD' ? Readable.from([]) : null);
  });
}

/**
 * True if `If-None-Match` matches this ETag. Also matches an ETag that a compressing proxy has made weak (nginx) or
 * given a suffix (Apache).
 */
export function isKnown({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match'];
  return tags !== undefined && (tags.trim() === '*' || tags.includes(etag.slice(1, -1)));
}
