import { Injectable } from '@nestjs/common';
import { RateLimited } from '../core/errors.js';
import { clientOf, type ClientRequest } from './client.js';
import { ClientTurns } from './client-turns.js';
import { RateLimiters, type ClientRateLimiter } from './rate-limiter.js';
import { COSTS } from './rate-limits.js';

/**
 * Runs what takes long, such as reading pyramids and rendering pictures and pages of links: one at a time, in turn
 * between clients, each with a budget of time. Other requests wait for none of them.
 */
@Injectable()
export class CostlyReads {
  private readonly turns = new ClientTurns('costlyReads');
  private readonly budget: ClientRateLimiter;

  constructor(limiters: RateLimiters) {
    this.budget = limiters.perMinute('costly reads', COSTS.perMinute);
  }

  /**
   * Runs `read`, and charges the client for it.
   * @param costOf returns the cost of the result, one of {@link COSTS} or a sum of them
   * @throws RateLimited if the client has used up its budget, or too many of its reads wait
   */
  run<T>(
    request: ClientRequest,
    read: () => Promise<T>,
    costOf: (result: T) => number,
  ): Promise<T> {
    const client = clientOf(request);
    return this.turns.run(client, async () => {
      const { allowed, endsInSeconds: seconds } = await this.budget.consume(client);
      if (!allowed || request.socket.destroyed) {
        throw new RateLimited(
          `Your address has used up its budget of large answers: try again in ${seconds} s.`,
          seconds,
        );
      }
      const result = await read();
      await this.budget.charge(client, Math.round(costOf(result)) - 1);
      return result;
    });
  }
}
