import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { DomainError } from '../core/errors.js';
import { lockPyramid } from '../database/dialect.js';
import { Writer } from '../database/writer.js';
import type { OpenedSession } from '../session/session.service.js';
import { isBanned } from '../wallet/wallets.js';
import { ClaimTerm } from './claim-term.js';
import { RejectedCycles, recordClaims, type ClaimOutcome } from './claims.js';
import type { ReferralEdge } from './cycle.js';
import { endClaims, findReferral, hasExpired, prove, type Proof, type Recorded } from './record.js';
import { rejection } from './rules.js';

@Injectable()
export class ReferralService {
  private readonly record: (claim: ReferralEdge, client: string) => Promise<ClaimOutcome>;
  private readonly rejectedCycles = new RejectedCycles();

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    term: ClaimTerm,
  ) {
    this.record = writer.batch<ReferralEdge, ClaimOutcome>((manager, claims) =>
      recordClaims(manager, claims, clock.now(), term.expiredUntil(), this.rejectedCycles),
    );
  }

  /**
   * Records an unproven referral.
   * @param client whose turn the write takes
   * @throws DomainError if a rule rejects it
   */
  async claim({ referrer, recruit }: ReferralEdge, client: string): Promise<Recorded> {
    if (referrer === recruit) throw rejection('own');
    const claim = { referrer, recruit };
    const outcome = await this.record(claim, client);
    switch (outcome.verdict) {
      case 'new':
      case 'replaces':
        return { recorded: true, status: outcome.status };
      case 'recorded':
        return { recorded: false, status: outcome.status };
      case 'cycle':
        this.rejectedCycles.add(claim, outcome.lastEnd);
        throw rejection('cycle');
      default:
        throw rejection(outcome.verdict);
    }
  }

  /** True if the session's signed message has not expired and proves the referral. */
  isProof(
    session: OpenedSession | null,
    { referrer, recruit }: ReferralEdge,
  ): session is OpenedSession {
    return (
      session?.wallet === recruit &&
      session.referrer === referrer &&
      !hasExpired(session, this.clock.now())
    );
  }

  /**
   * Records a signed referral. If the message has expired or the wallet is banned, the referral is only a claim.
   * @throws DomainError if a rule rejects it
   * @throws Unavailable if the system clock just jumped
   */
  async prove(proof: Proof): Promise<Recorded> {
    this.clock.rejectIfJumped();
    const outcome = await this.writer.write(async (manager) => {
      await lockPyramid(manager);
      const now = this.clock.now();
      if (hasExpired(proof, now) || (await isBanned(manager, proof.recruit))) return null;
      return prove(manager, proof, now);
    }, proof.recruit);
    return outcome ?? this.claim(proof, proof.recruit);
  }

  /**
   * Declines the claim on a wallet, and all later claims. Without a claim nothing changes.
   * @throws DomainError if the referral is proven
   */
  async decline(recruit: string): Promise<void> {
    await this.writer.write(async (manager) => {
      await lockPyramid(manager);
      const claim = await findReferral(manager, recruit);
      if (claim?.status === 'proven') {
        throw new DomainError('conflict', 'The wallet has proven its referrer, which is final.');
      }
      if (claim !== null) await endClaims(manager, [recruit], 'declined', this.clock.now());
    }, recruit);
  }
}
