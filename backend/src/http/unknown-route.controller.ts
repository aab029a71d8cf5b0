import type { IncomingMessage } from 'node:http';
import {
  All,
  BadRequestException,
  Controller,
  HttpCode,
  HttpException,
  HttpStatus,
  MethodNotAllowedException,
  NotFoundException,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { decoded } from '../core/endpoint.js';

const MALFORMED_PATH = '/api/malformed-path';

const LONG_URL_PATH = '/api/long-url';

export const MAX_URL = 2_000;

export const LONG_URL = `The URL is longer than ${MAX_URL} characters: send a shorter one.`;

/**
 * Returns the URL by which the request is routed. A URL that is longer than {@link MAX_URL}, or has an undecodable
 * path, gets a route that rejects it with a problem document.
 */
export function routableUrl({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (target.length > MAX_URL) return LONG_URL_PATH;
  // A client that takes this server for a proxy sends a whole URL.
  const url = target.replace(/^https?:\/\/[^/?]*\/?/i, '/');
  const [path = '/'] = url.split('?', 1);
  return decoded(path) === null ? MALFORMED_PATH : url;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Matches paths without characters such as `*` and `:`, which `hasRoute` would parse as parts of a route pattern. */
const PLAIN_PATH = /^[a-z/-]+$/;

/**
 * Rejects unroutable URLs. Answers requests under `/api` that match no route: with 404, or with 405 if the path is
 * plain and has routes with other methods (204 to OPTIONS).
 */
@ApiExcludeController()
@Controller('api')
export class UnknownRouteController {
  @All(MALFORMED_PATH.slice('/api/'.length))
  rejectMalformed(): never {
    throw new BadRequestException('The path is not valid percent-encoding.');
  }

  @All(LONG_URL_PATH.slice('/api/'.length))
  rejectLong(): never {
    throw new HttpException(LONG_URL, HttpStatus.URI_TOO_LONG);
  }

  @All(['', '*'])
  @HttpCode(HttpStatus.NO_CONTENT)
  answer(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    const [url = ''] = request.url.split('?', 1);
    const mayExist = PLAIN_PATH.test(url) && url !== request.routeOptions.url;
    const found = METHODS.filter((method) => mayExist && request.server.hasRoute({ method, url }));
    if (found.length === 0)
      throw new NotFoundException(`There is nothing at ${url}: /api/docs lists all endpoints.`);
    const allowed = [...found, 'OPTIONS'].join(', ');
    reply.header('allow', allowed);
    if (request.method === 'OPTIONS') return;
    throw new MethodNotAllowedException(`${url} answers ${allowed} only.`);
  }
}
