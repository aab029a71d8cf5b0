import type { FastifyInstance } from 'fastify';

/** Largest body that is read, in bytes. */
export const MOST_BODY_BYTES = 4_096;

/**
 * Leaves JSON as the only body that is understood: anything else, a form above all, is answered 415. A route whose
 * configuration says `rawJson` gets the text and reads it by itself.
 */
export function acceptJsonOnly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if ('rawJson' in request.routeOptions.config) {
        done(null, body);
        return;
      }
      void parse(request, String(body), done);
    },
  );
}
