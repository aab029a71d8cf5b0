import {
  HttpException,
  HttpStatus,
  Inject,
  Injectable,
  UseGuards,
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OwnCallCounter, type CountedCall } from '../core/call-counter.js';
import { Database } from '../database/database.js';
import { A_SECOND, CALLS_A_MINUTE } from './budgets.js';
import { SETTINGS, type Settings } from '../settings.js';
import { allowancesOf, clientOf } from './client.js';

/** How long a call counts, in milliseconds: who asks too often is let in again as soon as the oldest is so old. */
const MINUTE_MS = 60_000;

/** How long a database that has failed to count is left alone, in milliseconds. */
const PAUSE_MS = 5_000;

const Limit = Reflector.createDecorator<{
  readonly kind: keyof typeof CALLS_A_MINUTE;
  readonly cost: (body: unknown) => number;
}>();

/**
 * Lets a client address call the route as often as there is a budget for calls of this kind.
 * @param cost as how many calls a request counts, by its body
 */
export function LimitCalls(
  kind: keyof typeof CALLS_A_MINUTE,
  cost: (body: unknown) => number = () => 1,
): MethodDecorator {
  return applyDecorators(Limit({ kind, cost }), UseGuards(CallLimit));
}

/**
 * Limits that hold across all the processes that share a database. While it does not answer, each process counts for
 * itself, so that what needs no database is served, and limited, all the same.
 */
@Injectable()
class CallLimit implements CanActivate {
  private readonly own = new OwnCallCounter();
  /** As `performance.now()` counts, which no change of the date upsets. */
  private askAgainAt = 0;

  constructor(
    private readonly reflector: Reflector,
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws HttpException (429) when the client, or the larger network that it is in, has called too often */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const route = `${context.getClass().name}.${context.getHandler().name}`;
    const { kind, cost } = this.reflector.get(Limit, context.getHandler());
    const limit = CALLS_A_MINUTE[kind] * this.settings.callsFactor;
    const allowances = allowancesOf(clientOf(request), limit);
    for (let calls = cost(request.body); calls > 0; calls -= 1) {
      let left: Record<string, number> | undefined;
      for (const [network, most] of allowances) {
        const counted = await this.count(`${route} ${network}`, most, reply);
        left ??= counted;
      }
      reply.headers(left ?? {});
    }
    return true;
  }

  /** Counts a call. @returns headers that say how many are left */
  private async count(
    key: string,
    limit: number,
    reply: FastifyReply,
  ): Promise<Record<string, number>> {
    const { isLetIn, calls, oldestEndsInMs } = await this.countAnywhere(key, limit);
    const seconds = Math.max(1, Math.ceil(oldestEndsInMs / 1_000));
    if (!isLetIn) {
      reply.header('retry-after', seconds);
      throw new HttpException(
        `Too many requests from your address: try again in ${seconds} s.`,
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    return {
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': limit - calls,
      'x-ratelimit-reset': seconds,
    };
  }

  private async countAnywhere(key: string, limit: number): Promise<CountedCall> {
    const { sharedCallCounter } = this.database;
    if (sharedCallCounter !== null && performance.now() >= this.askAgainAt) {
      try {
        return await sharedCallCounter.count(key, limit, MINUTE_MS);
      } catch {
        this.askAgainAt = performance.now() + PAUSE_MS;
      }
    }
    return this.own.count(key, limit, MINUTE_MS);
  }
}

/**
 * Tells of each request whether a page may be built for it alone.
 * @param callsFactor how many times as many as its budget says an address may have built
 */
export function pageBudget(
  callsFactor: number,
): (request: Pick<FastifyRequest, 'ip' | 'socket'>) => boolean {
  const counter = new OwnCallCounter();
  return (request) =>
    allowancesOf(clientOf(request), CALLS_A_MINUTE.walletPage * callsFactor).every(
      ([network, limit]) => counter.count(network, limit, MINUTE_MS).isLetIn,
    ) && counter.count('all', A_SECOND.walletPages, 1_000).isLetIn;
}
