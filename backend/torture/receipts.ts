/** What was sent about one recruit, and what the server acknowledged of it. */
export interface Receipt {
  /** Whom a claim named; null when none was sent. */
  claimedFor: string | null;
  claimAcknowledged: boolean;
  /** Whom the recruit's own signature named; null when none was sent. */
  provenFor: string | null;
  proofAcknowledged: boolean;
}

/** What a crowd has sent and what it was told, by recruit. It lives outside the server, so no fault of the server's reaches it. */
export class Receipts {
  readonly byRecruit = new Map<string, Receipt>();

  sendClaim(recruit: string, referrer: string): Receipt {
    const receipt = this.of(recruit);
    receipt.claimedFor = referrer;
    return receipt;
  }

  sendProof(recruit: string, referrer: string): Receipt {
    const receipt = this.of(recruit);
    receipt.provenFor = referrer;
    return receipt;
  }

  /** How many claims and sign-ins were acknowledged. */
  get acknowledged(): number {
    let count = 0;
    for (const { claimAcknowledged, proofAcknowledged } of this.byRecruit.values()) {
      count += Number(claimAcknowledged) + Number(proofAcknowledged);
    }
    return count;
  }

  private of(recruit: string): Receipt {
    const kept = this.byRecruit.get(recruit);
    if (kept !== undefined) return kept;
    const receipt: Receipt = {
      claimedFor: null,
      claimAcknowledged: false,
      provenFor: null,
      proofAcknowledged: false,
    };
    this.byRecruit.set(recruit, receipt);
    return receipt;
  }
}
