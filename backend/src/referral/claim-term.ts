import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { SETTINGS, type Settings } from '../settings.js';

const DAY_MS = 86_400_000;

/** How long a claim counts that nobody proves. */
@Injectable()
export class ClaimTerm {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'claimDays'>,
  ) {}

  /** Claims made at this time or before it have expired (ISO 8601, UTC). */
  expiredUntil(): string {
    return new Date(this.clock.now().getTime() - this.settings.claimDays * DAY_MS).toISOString();
  }
}

/**
 * SQL of whether a referral counts: a claim does until it expires.
 * @param referral the name of a row of `referral`
 * @param until SQL of the time up to which claims have expired
 */
export const isCounted = (referral: string, until: string): string =>
  `(${referral}.status = 'proven' OR ${referral}.claimed_at > ${until})`;

/**
 * SQL of a table of the claims that have expired and are still there, with their referrers: a few, since they are taken
 * away every minute.
 * @param until SQL of the time up to which claims have expired
 */
export const expiredClaims = (until: string): string =>
  `expired AS MATERIALIZED (SELECT referrer FROM referral WHERE status = 'claimed' AND claimed_at <= ${until})`;

/**
 * SQL of the recruits of a wallet that count, by a statement that begins with {@link expiredClaims}.
 * @param wallet the name of a row of `wallet` in it
 */
export const countedRecruits = (wallet: string): string =>
  `CAST(${wallet}.direct_recruits - (SELECT count(*) FROM expired WHERE expired.referrer = ${wallet}.address) AS integer)`;
