import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { DomainError } from '../core/errors.js';
import { Writer } from '../database/writer.js';
import type { OpenedSession } from '../session/session.service.js';
import { isBanned } from '../wallet/wallets.js';
import { ClaimTerm } from './claim-term.js';
import type { Pair } from './loop.js';
import {
  endClaim,
  findReferral,
  hasExpired,
  lockWallets,
  ownLink,
  prove,
  recordClaim,
  recordEvident,
  type Proof,
  type Recorded,
} from './record.js';

@Injectable()
export class ReferralService {
  private readonly record: (claim: Pair) => Promise<Recorded>;

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    term: ClaimTerm,
  ) {
    this.record = writer.batch<Pair, Recorded>({
      runEvident: (manager, claims) => recordEvident(manager, claims, clock.now()),
      run: (manager, claim) => recordClaim(manager, claim, clock.now(), term.expiredUntil()),
    });
  }

  /**
   * Records a referral on nobody's word but the caller's.
   * @throws DomainError for an own link, a loop or a banned referrer
   * @throws DomainError when the recruit has another referrer, had one that was revoked, or declined a claim
   */
  async claim(claim: Pair): Promise<Recorded> {
    if (claim.referrer === claim.recruit) throw ownLink();
    return this.record(claim);
  }

  /** True if the message of a session, while it has not expired, proves the referral. */
  isProof(session: OpenedSession | null, { referrer, recruit }: Pair): session is OpenedSession {
    return (
      session?.wallet === recruit &&
      session.referrer === referrer &&
      !hasExpired(session, this.clock.now())
    );
  }

  /**
   * Records a referral on the word of the recruit, who signed it. A message that has expired, or whose wallet is banned, is
   * worth no more than anybody's claim.
   * @throws DomainError for an own link, a loop of proven referrals or a banned referrer
   * @throws DomainError when another referrer of the recruit is proven, or was and is revoked
   */
  async prove(proof: Proof): Promise<Recorded> {
    const outcome = await this.writer.write(async (manager) => {
      await lockWallets(manager, proof);
      const now = this.clock.now();
      if (hasExpired(proof, now) || (await isBanned(manager, proof.recruit))) return null;
      return prove(manager, proof, now);
    });
    return outcome ?? this.claim(proof);
  }

  /**
   * Ends the claim on a wallet at its own word, and has nobody claim it any more. Without a claim nothing changes.
   * @throws DomainError when the referral is proven, which is final
   */
  async decline(recruit: string): Promise<void> {
    await this.writer.write(async (manager) => {
      const standing = await findReferral(manager, recruit);
      if (standing === null) return;
      await lockWallets(manager, standing);
      const claim = await findReferral(manager, recruit);
      if (claim?.status === 'proven') {
        throw new DomainError(
          'conflict',
          'The wallet has signed who recruited it, which is final.',
        );
      }
      if (claim !== null) await endClaim(manager, claim, 'declined', this.clock.now());
    });
  }
}
