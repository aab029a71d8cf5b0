import type { IncomingMessage } from 'node:http';
import {
  All,
  BadRequestException,
  Controller,
  HttpCode,
  HttpStatus,
  MethodNotAllowedException,
  NotFoundException,
  Req,
  Res,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where a request goes whose path cannot be decoded, so that it is answered like any other wrong request. */
const MALFORMED_PATH = '/api/malformed-path';

/** The path to route a request by. The router would answer an undecodable one by itself, in words of its own. */
export function routableUrl({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string {
  // Whoever takes us for a proxy says the whole address.
  const url = target.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = '/'] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return MALFORMED_PATH;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** All that our paths consist of. Fastify reads other characters as patterns of routes, which a visitor must not write. */
const PLAIN_PATH = /^[a-z/-]+$/;

/** Answers what no other route under `/api` does: OPTIONS, 405 when the path exists for another method, else 404. */
@ApiExcludeController()
@Controller('api')
export class UnknownRouteController {
  @All(MALFORMED_PATH.slice('/api/'.length))
  rejectMalformed(): never {
    throw new BadRequestException('The path is not percent-encoded as a path must be.');
  }

  @All(['', '*'])
  @HttpCode(HttpStatus.NO_CONTENT)
  answer(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): void {
    const [url = ''] = request.url.split('?', 1);
    const mayExist = PLAIN_PATH.test(url) && url !== request.routeOptions.url;
    const found = METHODS.filter((method) => mayExist && request.server.hasRoute({ method, url }));
    if (found.length === 0)
      throw new NotFoundException(`There is nothing at ${url}: /api/docs lists what there is.`);
    const allowed = [...found, 'OPTIONS'].join(', ');
    reply.header('allow', allowed);
    if (request.method === 'OPTIONS') return;
    throw new MethodNotAllowedException(`${url} answers ${allowed} only.`);
  }
}
