import type { ReferralStatus } from '../src/referral/referral.schema.js';

/** What was sent about one recruit, and what the server acknowledged of it. */
export interface Receipt {
  /** Whom a claim named; null when none was sent. */
  readonly claimedFor: string | null;
  /** Whom the recruit's own signature named; null when none was sent. */
  readonly provenFor: string | null;
  readonly acknowledged: readonly ReferralStatus[];
}

/** A claim or a sign-in that the server acknowledged. */
export interface Acknowledgement {
  readonly recruit: string;
  readonly status: ReferralStatus;
}

const NOTHING_SENT: Receipt = { claimedFor: null, provenFor: null, acknowledged: [] };

/** What a crowd has sent and what it was told, by recruit. It lives outside the server, so no fault of the server's reaches it. */
export class Receipts {
  readonly byRecruit = new Map<string, Receipt>();
  /** What was acknowledged, in the order in which the crowd heard of it. */
  readonly order: Acknowledgement[] = [];

  send(recruit: string, status: ReferralStatus, referrer: string): void {
    const sent = status === 'claimed' ? { claimedFor: referrer } : { provenFor: referrer };
    this.byRecruit.set(recruit, { ...this.of(recruit), ...sent });
  }

  acknowledge(recruit: string, status: ReferralStatus): void {
    const receipt = this.of(recruit);
    const acknowledged = [...receipt.acknowledged, status];
    this.byRecruit.set(recruit, { ...receipt, acknowledged });
    this.order.push({ recruit, status });
  }

  private of(recruit: string): Receipt {
    return this.byRecruit.get(recruit) ?? NOTHING_SENT;
  }
}
