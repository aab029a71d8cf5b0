import { STATUS_CODES } from 'node:http';
import {
  Catch,
  HttpException,
  HttpStatus,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { firstCause, Unavailable } from '../core/errors.js';
import { RareWarnings, type Log } from '../core/log.js';

/** An error answer, as RFC 9457 has it. `detail` says what is wrong and what to do; never a stack. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
});

export type Problem = z.infer<typeof problemSchema>;

/** The media type of an error answer. */
export const PROBLEM_TYPE = 'application/problem+json';

/** The error answer for `status`. */
export function problemOf(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}

/** Turns whatever was thrown into a problem document. Only what nobody expected is an error in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly warnings: RareWarnings;

  constructor(private readonly log: Log) {
    this.warnings = new RareWarnings(log);
  }

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const problem = this.describe(exception, id, reply);
    reply.status(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
  }

  private describe(exception: unknown, id: string, reply: FastifyReply): Problem {
    if (exception instanceof Unavailable) {
      this.warnings.warn(exception.message, { id, cause: firstCause(exception) ?? undefined });
      reply.header('retry-after', exception.retryAfterSeconds);
      return problemOf(HttpStatus.SERVICE_UNAVAILABLE, exception.message);
    }
    const refusal = refusalOf(exception);
    if (refusal !== null) return refusal;
    const error = exception instanceof Error ? exception.stack : String(exception);
    this.log.error({ id, error }, 'Something broke');
    return problemOf(
      HttpStatus.INTERNAL_SERVER_ERROR,
      `Something broke on our side. Mention ${id} when you report it.`,
    );
  }
}

/** What is refused by us, or by Fastify before a controller sees the request, such as a body that is too large. */
function refusalOf(exception: unknown): Problem | null {
  if (!(exception instanceof Error)) return null;
  if (exception instanceof HttpException) {
    return problemOf(exception.getStatus(), exception.message);
  }
  const status = 'statusCode' in exception ? Number(exception.statusCode) : NaN;
  return status >= 400 && status < 500 ? problemOf(status, exception.message) : null;
}

/** An issue as zod tells it, which is more than the Standard Schema asks for. */
const issueSchema = z.custom<z.core.$ZodIssue>();

/** Kinds of values, where the issue's own word for one is not the visitor's. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  string: 'given once, as text',
  int: 'a whole number',
  number: 'a whole number',
};

/** A sentence on what a validation by one of our schemas found: it names the field and says what to do. */
export function describeIssue(found: unknown): string {
  const issue = issueSchema.parse(found);
  const field = issue.path.length === 0 ? 'The request' : issue.path.join('.');
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'unrecognized_keys':
      return `${issue.keys.join(', ')} is not a field of this request: leave it out.`;
    case 'too_small':
      return `${field} must be at least ${issue.minimum}${unit}.`;
    case 'too_big':
      return `${field} must be at most ${issue.maximum}${unit}.`;
    default:
      return `${field} ${issue.message}.`;
  }
}
