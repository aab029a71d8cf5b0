import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, HttpStatus, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Unavailable } from '../database/unavailable.js';
import type { Problem } from './problem.schema.js';

/** Turns whatever was thrown into a problem document. Only what nobody expected is an error in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problem');

  catch(exception: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const problem = this.describe(exception, reply);
    reply.status(problem.status).type('application/problem+json').send(JSON.stringify(problem));
  }

  private describe(exception: unknown, reply: FastifyReply): Problem {
    if (exception instanceof Unavailable) {
      this.logger.warn(`${exception.message} ${causeOf(exception)}`.trim());
      reply.header('retry-after', exception.retryAfterSeconds);
      return problem(HttpStatus.SERVICE_UNAVAILABLE, exception.message);
    }
    if (exception instanceof HttpException)
      return problem(exception.getStatus(), exception.message);
    const refusal = refusalOf(exception);
    if (refusal !== null) return problem(refusal.status, refusal.detail);
    const id = randomUUID();
    this.logger.error(`${id} ${inOneLine(exception)}`);
    return problem(
      HttpStatus.INTERNAL_SERVER_ERROR,
      `Something broke on our side. Mention ${id} when you report it.`,
    );
  }
}

function problem(status: number, detail: string): Problem {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail };
}

/** What the HTTP layer refuses before a controller sees the request, such as a body that is too large. */
function refusalOf(exception: unknown): { status: number; detail: string } | null {
  if (!(exception instanceof Error) || !('statusCode' in exception)) return null;
  const { statusCode } = exception;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
    ? { status: statusCode, detail: exception.message }
    : null;
}

function inOneLine(exception: unknown): string {
  const text =
    exception instanceof Error ? (exception.stack ?? exception.message) : String(exception);
  return text.replaceAll(/\s*\n\s*/g, ' | ');
}

function causeOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : '';
}
