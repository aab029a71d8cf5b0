import type { ExecutionContext, Type } from '@nestjs/common';
import { Injectable, UseGuards } from '@nestjs/common';
import type { ThrottlerModuleOptions } from '@nestjs/throttler';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { CallCounter } from '../database/call-counter.js';
import { CallLimits } from './call-limits.js';

const WRITES_A_MINUTE = 30;

/** Whoever asks too often is let in again as soon as the oldest call is a minute old. */
const THROTTLER = { name: 'default', limit: WRITES_A_MINUTE, ttl: 60_000, blockDuration: 0 };

/**
 * What a client address may do to one route.
 * @param counter counts for several processes; null where one counts for itself
 */
export function limits(counter: CallCounter | null): ThrottlerModuleOptions {
  return {
    throttlers: [THROTTLER],
    errorMessage: (_context, { timeToBlockExpire }) =>
      `Too many requests from your address: try again in ${timeToBlockExpire} s.`,
    storage: new CallLimits(counter),
  };
}

/** Lets a client address call the route 30 times a minute. */
export function LimitWrites(): MethodDecorator {
  return LimitCalls(WRITES_A_MINUTE);
}

/** Lets a client address call the route `calls` times a minute. */
export function LimitCalls(calls: number): MethodDecorator {
  return UseGuards(guardOf(calls));
}

/** The guard of one limit, which does not have to look up at each call what the limit is. */
function guardOf(limit: number): Type<ThrottlerGuard> {
  @Injectable()
  class CallLimit extends ThrottlerGuard {
    override canActivate(context: ExecutionContext): Promise<boolean> {
      return this.handleRequest({
        ...THROTTLER,
        context,
        limit,
        throttler: THROTTLER,
        getTracker: (request) => this.getTracker(request),
        generateKey: keyOf,
      });
    }
  }
  return CallLimit;
}

function keyOf(context: ExecutionContext, address: string): string {
  return `${context.getClass().name}.${context.getHandler().name} ${address}`;
}
