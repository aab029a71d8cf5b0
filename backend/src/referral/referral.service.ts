import { ConflictException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Writer } from '../database/writer.js';
import { ClaimTerm } from './claim-term.js';
import type { ClaimOutcome } from './claim.js';
import { claimJob } from './claim.js';
import type { Proof } from './prove.js';
import { prove } from './prove.js';
import type { ReferralRequest, ReferralResponse } from './referral.schema.js';
import type { Obstacle, Pair } from './referral-store.js';
import { endClaim, findReferral, lockWallets } from './referral-store.js';
import { MAX_CLAIMS_IN_A_CHAIN } from '../game.js';

/** What became of a referral that was posted. */
export interface ReferralOutcome {
  /** False when the same referral was there before. */
  readonly recorded: boolean;
  readonly referral: ReferralResponse;
}

@Injectable()
export class ReferralService {
  private readonly record: (claim: Pair) => Promise<ClaimOutcome>;

  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
    term: ClaimTerm,
  ) {
    this.record = writer.batch(claimJob(clock, term));
  }

  /**
   * Records that `referrerId` recruited `recruitId`, on nobody's word but the caller's.
   * @throws UnprocessableEntityException for an own link, a loop, too long a chain of claims or a banned referrer
   * @throws ConflictException when the recruit has another referrer, had one that was revoked, or declined a claim
   */
  async claim({
    referrerId: referrer,
    recruitId: recruit,
  }: ReferralRequest): Promise<ReferralOutcome> {
    if (referrer === recruit) throw ownLink();
    const outcome = await this.record({ referrer, recruit });
    switch (outcome) {
      case 'another referrer':
        throw new ConflictException(
          'The recruit already has another referrer, and the first one stays.',
        );
      case 'declined':
        throw new ConflictException(
          'The recruit has declined to be claimed: only its own signature says who recruited it.',
        );
      case 'loop':
        throw loop();
      case 'too long a chain':
        throw new UnprocessableEntityException(
          `More than ${MAX_CLAIMS_IN_A_CHAIN} claims would stand one below the other: one of them has to be proven first.`,
        );
      case 'banned':
      case 'revoked':
        throw prevented(outcome);
      default: {
        const status = outcome === 'already proven' ? 'proven' : 'claimed';
        return { recorded: outcome === 'recorded', referral: { status, referrer, recruit } };
      }
    }
  }

  /**
   * Records a referral on the word of the recruit, who signed it. A ban ends its session, so what it signed is worth no
   * more than anybody's claim.
   * @throws UnprocessableEntityException for an own link, a loop of proven referrals or a banned referrer
   * @throws ConflictException when another referrer of the recruit is proven, or was and is revoked
   */
  async prove(proof: Proof): Promise<ReferralOutcome> {
    const outcome = await this.writer.write((manager) => prove(manager, proof, this.clock.now()));
    switch (outcome) {
      case 'own link':
        throw ownLink();
      case 'loop':
        throw loop();
      case 'recruit banned':
        return this.claim({ referrerId: proof.referrer, recruitId: proof.recruit });
      case 'another is proven':
        throw new ConflictException('The recruit has proven another referrer, which is final.');
      case 'banned':
      case 'revoked':
        throw prevented(outcome);
      default: {
        const { referrer, recruit } = proof;
        const recorded = outcome === 'recorded';
        return { recorded, referral: { status: 'proven', referrer, recruit } };
      }
    }
  }

  /**
   * Ends the claim on a wallet at its own word, and has nobody claim it any more. Without a claim nothing changes.
   * @throws ConflictException when the referral is proven, which is final
   */
  async decline(recruit: string): Promise<void> {
    const declined = await this.writer.write(async (manager) => {
      const standing = await findReferral(manager, recruit);
      if (standing === null) return true;
      await lockWallets(manager, { referrer: standing.referrer, recruit });
      const claim = await findReferral(manager, recruit);
      if (claim?.status === 'proven') return false;
      if (claim !== null) {
        await endClaim(manager, { ...claim, recruit }, 'declined', this.clock.now());
      }
      return true;
    });
    if (!declined) {
      throw new ConflictException('The wallet has signed who recruited it, which is final.');
    }
  }
}

function ownLink(): UnprocessableEntityException {
  return new UnprocessableEntityException(
    'A wallet cannot recruit itself: referrerId and recruitId must differ.',
  );
}

function loop(): UnprocessableEntityException {
  return new UnprocessableEntityException(
    'The recruit stands above the referrer, or too far up to tell: a pyramid must not loop.',
  );
}

function prevented(obstacle: Obstacle): UnprocessableEntityException | ConflictException {
  return obstacle === 'banned'
    ? new UnprocessableEntityException('The referrer is banned, and recruits nobody meanwhile.')
    : new ConflictException(
        'The referral of this recruit was revoked by the operator, so it counts for nobody.',
      );
}
