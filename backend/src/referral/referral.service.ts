import { ConflictException, Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Batch, Writer } from '../database/writer.js';
import type { Client } from '../http/client.js';
import { ReferralOutcomes } from '../metrics/outcomes.js';
import type { OpenedSession } from '../session/session.repository.js';
import { WalletRepository } from '../wallet/wallet.repository.js';
import { ClaimTerm } from './claim-term.js';
import { recordClaims, type ClaimOutcome } from './claims.js';
import { isAccepted, type ReferralEdge } from './decision.js';
import { NewWalletLimit } from './new-wallet-limit.js';
import { hasExpired, prove, type Recorded } from './record.js';
import { ReferralRepository } from './referral.repository.js';
import { rejection } from './rules.js';

@Injectable()
export class ReferralService {
  private readonly claims = new Batch<ReferralEdge, ClaimOutcome>((manager, claims) =>
    recordClaims(manager, claims, this.clock.now(), this.term.expiredUntil()),
  );

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    private readonly term: ClaimTerm,
    private readonly newWallets: NewWalletLimit,
    private readonly outcomes: ReferralOutcomes,
  ) {}

  /**
   * Records a referral: as proven if the recruit's session proves it, otherwise as claimed.
   * @throws HttpException if a rule rejects the referral
   * @throws RateLimited if the client has brought too many new wallets today
   * @throws Unavailable if the database cannot be read or written; for a proof, also like {@link Clock.rejectIfJumped}
   */
  async record(
    referral: ReferralEdge,
    session: OpenedSession | null,
    client: Client,
  ): Promise<Recorded> {
    try {
      const recorded =
        (await this.proveBySession(referral, session)) ??
        (await this.claim(referral, session, client));
      this.outcomes.add(recorded.recorded ? recorded.status : 'unchanged');
      return recorded;
    } catch (error) {
      this.outcomes.addError(error);
      throw error;
    }
  }

  /**
   * Declines the claim on a wallet, and all later claims. Without a claim, nothing changes.
   * @throws ConflictException if the referral is proven
   * @throws Unavailable like {@link Writer.write}
   */
  async decline(recruit: string): Promise<void> {
    await this.writer.write(async (manager) => {
      const referrals = new ReferralRepository(manager);
      const claim = await referrals.findOneBy({ recruit });
      if (claim?.status === 'proven') {
        throw new ConflictException('The wallet has proven its referrer, which is final.');
      }
      if (claim !== null) await referrals.endClaims([recruit], 'declined', this.clock.now());
    }, recruit);
  }

  /**
   * Returns null if the recruit is banned, or if the session is not the recruit's, has an expired message, or does not
   * name the referrer.
   */
  private async proveBySession(
    { referrer, recruit }: ReferralEdge,
    session: OpenedSession | null,
  ): Promise<Recorded | null> {
    if (session?.wallet !== recruit || session.referrer !== referrer) return null;
    if (hasExpired(session, this.clock.now())) return null;
    this.clock.rejectIfJumped();
    const { message, signature } = session;
    return this.writer.write(async (manager) => {
      const now = this.clock.now();
      if (hasExpired(session, now) || (await new WalletRepository(manager).isBanned(recruit))) {
        return null;
      }
      return prove(manager, { referrer, recruit, message, signature }, now);
    }, recruit);
  }

  private async claim(
    claim: ReferralEdge,
    session: OpenedSession | null,
    client: Client,
  ): Promise<Recorded> {
    const reservation = await this.newWallets.reserveForClaim(client, [
      claim.referrer,
      claim.recruit,
    ]);
    let added = 0;
    try {
      const turn = session?.wallet ?? client.network;
      const { decision, addedWallets } = await this.writer.writeTogether(this.claims, claim, turn);
      added = addedWallets;
      if (isAccepted(decision)) return { recorded: true, status: 'claimed' };
      if (decision.verdict === 'rejected') throw rejection(decision.reason);
      return { recorded: false, status: decision.status };
    } finally {
      await this.newWallets.refundUnused(reservation, added);
    }
  }
}
