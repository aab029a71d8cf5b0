import type { FastifyInstance } from 'fastify';

/**
 * Answers 415 to a body whose Content-Type is not `application/json`. A route with `answersBadJson` gets undefined for
 * malformed JSON.
 */
export function acceptJsonOnly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  const parseAs = 'string';
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser<string>('application/json', { parseAs }, (request, text, done) => {
    const answersBadJson = 'answersBadJson' in request.routeOptions.config;
    const doneAnyway = (_error: unknown, body?: unknown) => done(null, body);
    void parse(request, text, answersBadJson ? doneAnyway : done);
  });
}
