import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiCookieAuth, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../core/errors.js';
import { SessionCookies } from './session-cookies.js';
import type { SessionRow } from './session.entity.js';
import { SessionService } from './session.service.js';

/** The answer to a request without a session; null where it does not need one. */
const Rejection = Reflector.createDecorator<string | null>();

const sessions = new WeakMap<FastifyRequest, SessionRow>();

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** Finds the session of the browser that sent the request, for `@CurrentSession()`. */
@Injectable()
class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly service: SessionService,
    private readonly cookies: SessionCookies,
  ) {}

  /** @throws DomainError when the route needs a session and there is none */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const session = await this.service.find(this.cookies.read(request).token);
    const rejection = this.reflector.get(Rejection, context.getHandler());
    if (session !== null) sessions.set(request, session);
    else if (rejection !== null) throw new DomainError('unauthenticated', rejection);
    return true;
  }
}

/**
 * Finds the session of the request.
 * @param rejection what a request without a session is answered, with status 401; null lets it pass
 */
export const WithSession = (rejection: string | null = null): MethodDecorator =>
  applyDecorators(
    Rejection(rejection),
    UseGuards(SessionGuard),
    ApiCookieAuth('session'),
    // Either of them will do, and this one asks for nothing.
    ...(rejection === null ? [ApiSecurity({})] : []),
  );

/** The session of a request to a route `@WithSession`, or null. */
export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SessionRow | null =>
    sessions.get(requestOf(context)) ?? null,
);
