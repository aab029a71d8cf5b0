import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Answers 415 to a request with a Content-Encoding other than `identity`, and to a body whose Content-Type is not
 * `application/json`. A route with `answersBadJson` gets undefined for malformed JSON.
 */
export function acceptJsonOnly(instance: FastifyInstance): void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  const parseAs = 'string';
  instance.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity' } = headers;
    if (encoding.toLowerCase() === 'identity') done(null, payload);
    else done(new UnsupportedMediaTypeException('Send the body without a Content-Encoding.'));
  });
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser<string>('application/json', { parseAs }, (request, text, done) => {
    const answersBadJson = 'answersBadJson' in request.routeOptions.config;
    const doneAnyway = (_error: unknown, body?: unknown) => done(null, body);
    void parse(request, text, answersBadJson ? doneAnyway : done);
  });
}
