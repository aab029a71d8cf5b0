import {
  Injectable,
  UnauthorizedException,
  applyDecorators,
  createParamDecorator,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiCookieAuth, ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { limitBySigner } from '../http/rate-limit.guard.js';
import { SessionCookies } from './session-cookies.js';
import type { SessionRow } from './session.entity.js';
import { SessionService } from './session.service.js';

const Rejection = Reflector.createDecorator<string | null>();

const sessions = new WeakMap<FastifyRequest, SessionRow>();

const requestOf = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** Finds the session that `@CurrentSession()` gives to the routes of {@link WithSession}. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly service: SessionService,
    private readonly cookies: SessionCookies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rejection = this.reflector.get<string | null | undefined>(
      Rejection,
      context.getHandler(),
    );
    if (rejection === undefined) return true;
    const request = requestOf(context);
    const session = await this.service.find(this.cookies.read(request).token);
    if (session !== null) {
      sessions.set(request, session);
      limitBySigner(request, session.wallet);
    } else if (rejection !== null) {
      throw new UnauthorizedException(rejection);
    }
    return true;
  }
}

/** @param rejection message of the 401 for a request without a session; null if the route requires no session */
export const WithSession = (rejection: string | null = null): MethodDecorator =>
  applyDecorators(
    Rejection(rejection),
    ApiCookieAuth('session'),
    // Documents that the route also works without a session.
    ...(rejection === null ? [ApiSecurity({})] : []),
  );

export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SessionRow | null =>
    sessions.get(requestOf(context)) ?? null,
);
