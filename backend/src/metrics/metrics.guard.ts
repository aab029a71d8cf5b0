import { timingSafeEqual } from 'node:crypto';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ForbiddenException, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../settings.js';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What proxies add to a request that they pass on. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Lets in who has the token, and who asks from this machine. Behind a proxy on this machine everybody seems to do so:
 * therefore a site that is public, or has a proxy in front, asks everybody for the token.
 */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws ForbiddenException for anybody else */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (this.hasToken(request) || this.comesFromHere(request)) return true;
    throw new ForbiddenException(
      'The metrics are for the operator: ask with METRICS_TOKEN as a Bearer token.',
    );
  }

  private hasToken({ headers }: FastifyRequest): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === null) return false;
    const expected = Buffer.from(`Bearer ${metricsToken}`);
    const given = Buffer.from(headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private comesFromHere({ socket, headers }: FastifyRequest): boolean {
    const { publicOrigin, trustedProxies } = this.settings;
    return (
      trustedProxies === 0 &&
      LOCAL_NAMES.has(new URL(publicOrigin).hostname) &&
      LOOPBACK.test(socket.remoteAddress ?? '') &&
      !PROXY_HEADERS.some((name) => name in headers)
    );
  }
}
