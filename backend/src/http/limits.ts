import { UseGuards, applyDecorators } from '@nestjs/common';
import type { ThrottlerModuleOptions } from '@nestjs/throttler';
import { Throttle, ThrottlerGuard } from '@nestjs/throttler';
import type { CallCounter } from '../database/call-counter.js';
import { SharedLimits } from './shared-limits.js';

const MINUTE_MS = 60_000;
const WRITES_A_MINUTE = 30;

/**
 * What a client address may do to one route. Whoever asks too often is let in again as soon as the oldest call is a minute old.
 * @param counter counts for several processes; null where one counts for itself
 */
export function limits(counter: CallCounter | null): ThrottlerModuleOptions {
  return {
    throttlers: [{ limit: WRITES_A_MINUTE, ttl: MINUTE_MS, blockDuration: 0 }],
    errorMessage: (_context, { timeToBlockExpire }) =>
      `Too many requests from your address: try again in ${timeToBlockExpire} s.`,
    ...(counter !== null && { storage: new SharedLimits(counter) }),
  };
}

/** Lets a client address call the route 30 times a minute. */
export function LimitWrites(): MethodDecorator {
  return applyDecorators(UseGuards(ThrottlerGuard));
}

/** Lets a client address call the route `calls` times a minute. */
export function LimitCalls(calls: number): MethodDecorator {
  return applyDecorators(
    UseGuards(ThrottlerGuard),
    Throttle({ default: { limit: calls, ttl: MINUTE_MS, blockDuration: 0 } }),
  );
}
