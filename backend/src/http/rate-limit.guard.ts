import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited } from '../core/errors.js';
import { clientOf, signerAt } from './client.js';
import { RateLimiters, type ClientRateLimiter } from './rate-limiter.js';
import { CALLS_PER_MINUTE } from './rate-limits.js';

interface Limit {
  readonly kind: keyof typeof CALLS_PER_MINUTE;
  readonly cost: (body: unknown) => number;
}

const Limit = Reflector.createDecorator<Limit>();

const signers = new WeakMap<FastifyRequest, string>();

/** Makes the guard limit the signed-in wallet (see {@link signerAt}) in place of the IP address. */
export function limitBySigner(request: FastifyRequest, wallet: string): void {
  signers.set(request, wallet);
}

/** @param cost returns the number of calls that a request counts as */
export const LimitCalls = (
  kind: keyof typeof CALLS_PER_MINUTE,
  cost: (body: unknown) => number = () => 1,
): MethodDecorator => Limit({ kind, cost });

@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiterOf = new Map<string, ClientRateLimiter>();

  constructor(
    private readonly reflector: Reflector,
    private readonly limiters: RateLimiters,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<Limit | undefined>(Limit, context.getHandler());
    if (limit === undefined) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const limiter = this.limiterFor(context, limit);
    const wallet = signers.get(request);
    const client = clientOf(request);
    const {
      allowed,
      remaining,
      endsInSeconds: seconds,
    } = await limiter.consume(
      wallet === undefined ? client : signerAt(client, wallet),
      limit.cost(request.body),
    );
    if (!allowed) {
      throw new RateLimited(`Too many requests: try again in ${seconds} s.`, seconds);
    }
    reply.headers({
      'x-ratelimit-limit': limiter.limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': seconds,
    });
    return true;
  }

  private limiterFor(context: ExecutionContext, { kind }: Limit): ClientRateLimiter {
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    const limiter =
      this.limiterOf.get(route) ?? this.limiters.perMinute(route, CALLS_PER_MINUTE[kind]);
    this.limiterOf.set(route, limiter);
    return limiter;
  }
}
