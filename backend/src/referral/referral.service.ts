import { ConflictException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { Writer } from '../database/writer.js';
import { joinWallets } from '../wallet/join.js';
import { lockWallets } from './lock-wallets.js';
import { closesLoop } from './loop.js';
import type { Obstacle } from './obstacle.js';
import { findObstacle } from './obstacle.js';
import type { Proof } from './prove.js';
import { prove } from './prove.js';
import { referralEntity } from './referral.entity.js';
import type { ReferralRequest, ReferralResponse } from './referral.schema.js';

/** What became of a referral that was posted. */
export interface ReferralOutcome {
  /** False when the same referral was there before. */
  readonly recorded: boolean;
  readonly referral: ReferralResponse;
}

@Injectable()
export class ReferralService {
  constructor(
    private readonly writer: Writer,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that `referrerId` recruited `recruitId`, on nobody's word but the caller's.
   * @throws UnprocessableEntityException for an own link, a loop or a banned referrer
   * @throws ConflictException when the recruit has another referrer, or had one that was revoked
   */
  async claim({ referrerId, recruitId }: ReferralRequest): Promise<ReferralOutcome> {
    if (referrerId === recruitId) throw ownLink();
    return this.writer.write((manager) => this.decide(manager, referrerId, recruitId));
  }

  /**
   * Records a referral on the word of the recruit, who signed it.
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

  private async decide(
    manager: EntityManager,
    referrer: string,
    recruit: string,
  ): Promise<ReferralOutcome> {
    await lockWallets(manager, referrer, recruit);
    const existing = await manager.findOneBy(referralEntity, { recruit });
    if (existing !== null) {
      if (existing.referrer !== referrer) {
        throw new ConflictException(
          'The recruit already has another referrer, and the first one stays.',
        );
      }
      return { recorded: false, referral: { status: existing.status, referrer, recruit } };
    }
    const obstacle = await findObstacle(manager, referrer, recruit);
    if (obstacle !== null) throw prevented(obstacle);
    if (await closesLoop(manager, referrer, recruit)) throw loop();
    const now = this.clock.now();
    const claimedAt = now.toISOString();
    await joinWallets(manager, [referrer, recruit], now);
    await manager.insert(referralEntity, { recruit, referrer, status: 'claimed', claimedAt });
    return { recorded: true, referral: { status: 'claimed', referrer, recruit } };
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
