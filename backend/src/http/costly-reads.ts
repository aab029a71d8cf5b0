import { Injectable } from '@nestjs/common';
import { RateLimited } from '../core/errors.js';
import { clientOf, type ClientRequest } from './client.js';
import { ClientTurns } from './client-turns.js';
import { RateLimiters, type ClientRateLimiter } from './rate-limiter.js';
import { COSTS } from './rate-limits.js';

/**
 * Runs long reads, such as pyramids and pictures, one at a time. Clients take turns, and each has a budget per minute
 * (see {@link COSTS}).
 */
@Injectable()
export class CostlyReads {
  private readonly turns = new ClientTurns('costlyReads');
  private readonly budget: ClientRateLimiter;

  constructor(limiters: RateLimiters) {
    this.budget = limiters.perMinute('costly reads', COSTS.perMinute);
  }

  /**
   * Runs `read`, and charges the client for the result, or for the time until the read failed.
   * @param costOf returns the cost of the result, computed from {@link COSTS}
   * @throws RateLimited if the client or its /48 has used up the budget, if too many reads wait, or if the client has
   *   disconnected
   */
  run<T>(
    request: ClientRequest,
    read: () => Promise<T>,
    costOf: (result: T) => number,
    maxRestMs = 0,
  ): Promise<T> {
    const client = clientOf(request);
    const job = async (): Promise<T> => {
      await this.budget.allow(client, 'Your address has used up its budget of large answers');
      if (request.socket.destroyed) throw new RateLimited('The client has disconnected.', 1);
      const begun = performance.now();
      const reading = read();
      const cost = await reading.then(costOf, () =>
        Math.max(1, Math.min(performance.now() - begun, COSTS.failedRead)),
      );
      await this.budget.charge(client, Math.round(cost) - 1);
      return reading;
    };
    return this.turns.run(client, job, maxRestMs);
  }
}
