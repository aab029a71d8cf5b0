import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { isNotModified } from '../core/compressed-body.js';
import { PROBLEM_TYPE, problemOf } from './problem.js';

const CHANGED = 'This has changed since the ETag in If-Match: fetch it again.';

/**
 * Answers 412 if `If-Match` does not match the ETag. A route with `hashesAnswer` gets an ETag of its JSON, and answers
 * 304 if the client has it.
 */
export function checkPreconditions(instance: FastifyInstance): void {
  instance.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 200 && 'hashesAnswer' in request.routeOptions.config) {
      const etag = `"${createHash('sha256').update(String(payload)).digest('base64url').slice(0, 22)}"`;
      reply.header('etag', etag);
      if (isNotModified(request, etag)) {
        reply.status(304).removeHeader('content-type').removeHeader('content-length');
        done(null, '');
        return;
      }
    }
    const etag = reply.getHeader('etag');
    if (typeof etag !== 'string' || isMatch(request.headers['if-match'], etag)) {
      done(null, payload);
      return;
    }
    if (payload instanceof Readable) payload.destroy();
    for (const name of [
      'etag',
      'content-encoding',
      'content-length',
      'content-range',
      'last-modified',
    ]) {
      reply.removeHeader(name);
    }
    reply.status(412).type(PROBLEM_TYPE).header('cache-control', 'no-cache');
    done(null, JSON.stringify(problemOf(412, CHANGED)));
  });
}

/** True by the strong comparison of RFC 9110: a weak ETag matches only `*`. */
function isMatch(tags: string | undefined, etag: string): boolean {
  if (tags === undefined || tags.trim() === '*') return true;
  return !etag.startsWith('W/') && tags.split(',').some((tag) => tag.trim() === etag);
}
