import { STATUS_CODES } from 'node:http';
import {
  Catch,
  HttpException,
  HttpStatus,
  Inject,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { causeOf } from '../core/endpoint.js';
import { RateLimited, Unavailable, toError } from '../core/errors.js';
import { LOG, RareWarnings, type Log } from '../core/log.js';

/** An error answer (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
  })
  .meta({
    id: 'Problem',
    example: {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is nothing at /api/nothing.',
    },
  });

type Problem = z.infer<typeof problemSchema>;

export const PROBLEM_TYPE = 'application/problem+json';

export function problemOf(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}

export function sendProblem(reply: FastifyReply, status: number, detail: string): void {
  reply
    .status(status)
    // These headers may describe the answer that failed.
    .removeHeader('cache-control')
    .removeHeader('etag')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(status, detail)));
}

/** A 416 error of @fastify/static, which Nest makes the cause of its own error. */
const rangeErrorSchema = z.object({ headers: z.object({ 'Content-Range': z.string() }) });

@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly warnings: RareWarnings;

  constructor(@Inject(LOG) private readonly log: Log) {
    this.warnings = new RareWarnings(log);
  }

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { id } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = toError(exception);
    if (error instanceof Unavailable) {
      this.warnings.warn(error.message, { id, cause: error.cause && causeOf(error.cause) });
    }
    if (error instanceof Unavailable || error instanceof RateLimited) {
      reply.header('retry-after', error.retryAfterSeconds);
    }
    const { data: range } = rangeErrorSchema.safeParse(error.cause);
    if (range !== undefined) reply.header('content-range', range.headers['Content-Range']);
    const status = statusOf(error);
    if (status !== null) sendProblem(reply, status, error.message);
    else {
      this.log.error({ id, error: error.stack }, 'Something broke');
      const detail = `Something broke on our side. If you report it, mention ${id}.`;
      sendProblem(reply, HttpStatus.INTERNAL_SERVER_ERROR, detail);
    }
  }
}

function statusOf(error: Error): number | null {
  if (error instanceof Unavailable) return HttpStatus.SERVICE_UNAVAILABLE;
  if (error instanceof HttpException) return error.getStatus();
  const status = 'statusCode' in error ? Number(error.statusCode) : NaN;
  return status >= 400 && status < 500 ? status : null;
}

const issueSchema = z.custom<z.core.$ZodIssue>();

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  string: 'a single string',
  int: 'a whole number',
  number: 'a whole number',
};

export function describeIssue(found: unknown): string {
  const issue = issueSchema.parse(found);
  const field = issue.path.length === 0 ? 'The request' : issue.path.join('.');
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.path.length > 0 && issue.message.endsWith('received undefined')) {
        return `${field} is required.`;
      }
      return `${field} must be ${TYPE_NAMES[issue.expected] ?? issue.expected}.`;
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
