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

  /** Claims of the returned time (ISO 8601, UTC) or earlier have expired. */
  expiredUntil(): string {
    const settled = this.clock.settledNow().getTime();
    return new Date(settled - this.settings.claimDays * DAY_MS).toISOString();
  }
}

/** Returns SQL that is true for a proven referral, and for a claim made after `until` (SQL). */
export const isCounted = (referral: string, until: string): string =>
  `(${referral}.status = 'proven' OR ${referral}.claimed_at > ${until})`;

/** The sweep usually leaves fewer. After `CLAIM_DAYS` was lowered, reading all would take seconds. */
export const MAX_EXPIRED = 10_000;

/**
 * Returns the CTE `expired`: for each claim of time `until` (SQL) or earlier, a row with its referrer. It has only the
 * oldest {@link MAX_EXPIRED}: the others count until the sweep has ended these.
 */
export const expiredClaims = (until: string): string => `expired AS MATERIALIZED (
  SELECT referrer FROM referral WHERE status = 'claimed' AND claimed_at <= ${until} ORDER BY claimed_at LIMIT ${MAX_EXPIRED})`;

/** Returns SQL that counts a wallet's recruits, without expired claims. The statement needs {@link expiredClaims}. */
export const countedRecruits = (wallet: string): string =>
  `CAST(${wallet}.direct_recruits - (SELECT count(*) FROM expired WHERE expired.referrer = ${wallet}.address) AS integer)`;
