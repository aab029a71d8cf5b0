import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * Leaves JSON as the only body that is understood: anything else, a form above all, is answered 415. A route whose
 * configuration says `answersBadJson` gets undefined for text that is none, and one that says `takesPolicyReports` gets
 * those, too, which are JSON by another name.
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
  instance.addContentTypeParser<string>(
    'application/csp-report',
    { parseAs },
    (request, text, done) => {
      // A page of any site can have a browser send a report to any address.
      if ('takesPolicyReports' in request.routeOptions.config) void parse(request, text, done);
      else done(new UnsupportedMediaTypeException());
    },
  );
}
