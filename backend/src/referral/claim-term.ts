import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Settings } from '../settings.js';

const DAY_MS = 86_400_000;

@Injectable()
export class ClaimTerm {
  constructor(
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** Returns the expiry limit (ISO 8601, UTC): claims made up to this time have expired. */
  expiredUntil(): string {
    const settled = this.clock.settledNow().getTime();
    return new Date(settled - this.settings.claimDays * DAY_MS).toISOString();
  }
}

/**
 * Returns SQL that is true if a referral is proven, or is a claim that has not expired.
 * @param referral alias of a row of `referral`
 * @param until SQL of the expiry limit
 */
export const isCounted = (referral: string, until: string): string =>
  `(${referral}.status = 'proven' OR ${referral}.claimed_at > ${until})`;

/**
 * Returns a CTE of the expired claims that the sweep has not ended yet.
 * @param until SQL of the expiry limit
 */
export const expiredClaims = (until: string): string =>
  `expired AS MATERIALIZED (SELECT referrer FROM referral WHERE status = 'claimed' AND claimed_at <= ${until})`;

/**
 * Returns SQL for the number of a wallet's current recruits. The statement must define the CTE {@link expiredClaims}.
 * @param wallet alias of a row of `wallet`
 */
export const countedRecruits = (wallet: string): string =>
  `CAST(${wallet}.direct_recruits - (SELECT count(*) FROM expired WHERE expired.referrer = ${wallet}.address) AS integer)`;
