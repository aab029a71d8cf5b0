import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import { Clock, dayOf } from '../core/clock.js';
import { Reader } from '../database/reader.js';
import { PER_SECOND } from '../http/rate-limits.js';
import { consume } from '../http/rate-limiter.js';

/** Of the newest recruits of a wallet, those proven before today, and how many of them were here on a later day. */
export const returnsSchema = z.object({
  recruits: z.int().positive(),
  returned: z.int().nonnegative(),
});

type Returns = z.infer<typeof returnsSchema>;

/** Recruits of a wallet that are looked at, the newest first: 100 take a third of a millisecond. */
const MAX_LOOKED_AT = 100;

/** For how long the figures of a wallet are good, in milliseconds, and how many are kept. */
const GOOD_MS = 300_000;
const MAX_KEPT = 10_000;

/** No row where nobody was proven before the day $2. */
const RETURNS = `
SELECT count(*) AS recruits, count(CASE WHEN EXISTS (
    SELECT 1 FROM check_in WHERE wallet = recruit AND day > substr(proven_at, 1, 10)) THEN 1 END) AS returned
FROM (
  SELECT recruit, proven_at FROM referral WHERE referrer = $1
  ORDER BY claimed_at DESC LIMIT ${MAX_LOOKED_AT}) AS newest
WHERE proven_at < $2 HAVING count(*) > 0`;

/** What is added to an answer about a wallet: nothing where it has no returns, or they are not known. */
interface Addition {
  readonly returns?: Returns;
}

/**
 * Tells how many recruits of a wallet came back: those that never do may be the keys of one person. The figures are a
 * few minutes old at most, but where more is asked than may be looked at.
 */
@Injectable()
export class ReturnsService {
  private readonly known = new LRUCache<string, Addition>({
    max: MAX_KEPT,
    ttl: GOOD_MS,
    allowStale: true,
    noDeleteOnStaleGet: true,
  });
  private readonly looks = new RateLimiterMemory({
    points: PER_SECOND.returns,
    duration: 1,
  });

  constructor(
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  async of(wallet: string): Promise<Addition> {
    if (!this.known.has(wallet) && (await consume(this.looks, 'all')).allowed) {
      const parameters = [wallet, dayOf(this.clock.now())];
      const [returns] = await this.reader.select(returnsSchema, RETURNS, parameters);
      this.known.set(wallet, returns === undefined ? {} : { returns });
    }
    return this.known.get(wallet) ?? {};
  }
}
