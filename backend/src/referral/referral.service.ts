import { ConflictException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Writer } from '../database/writer.js';
import { walletEntity } from '../wallet/wallet.entity.js';
import { closesLoop } from './loop.js';
import { referralEntity } from './referral.entity.js';
import type { ReferralRequest, ReferralResponse } from './referral.schema.js';

/** What became of a claim. */
export interface ClaimOutcome {
  /** False when the same referral was there before. */
  readonly recorded: boolean;
  readonly referral: ReferralResponse;
}

@Injectable()
export class ReferralService {
  constructor(private readonly writer: Writer) {}

  /**
   * Records that `referrerId` recruited `recruitId`, on nobody's word but the caller's.
   * @throws UnprocessableEntityException for an own link or a loop
   * @throws ConflictException when the recruit has another referrer
   */
  async claim({ referrerId, recruitId }: ReferralRequest): Promise<ClaimOutcome> {
    if (referrerId === recruitId) {
      throw new UnprocessableEntityException(
        'A wallet cannot recruit itself: referrerId and recruitId must differ.',
      );
    }
    return this.writer.write((manager) => this.decide(manager, referrerId, recruitId));
  }

  private async decide(
    manager: EntityManager,
    referrer: string,
    recruit: string,
  ): Promise<ClaimOutcome> {
    const existing = await manager.findOneBy(referralEntity, { recruit });
    if (existing !== null) {
      if (existing.referrer !== referrer) {
        throw new ConflictException(
          'The recruit already has another referrer, and the first one stays.',
        );
      }
      return { recorded: false, referral: { status: existing.status, referrer, recruit } };
    }
    if (await closesLoop(manager, referrer, recruit)) {
      throw new UnprocessableEntityException(
        'The recruit stands above the referrer, or too far up to tell: a pyramid must not loop.',
      );
    }
    await this.record(manager, referrer, recruit);
    return { recorded: true, referral: { status: 'claimed', referrer, recruit } };
  }

  private async record(manager: EntityManager, referrer: string, recruit: string): Promise<void> {
    const now = new Date().toISOString();
    const wallets = [referrer, recruit].map((address) => ({ address, joinedAt: now }));
    await manager
      .createQueryBuilder()
      .insert()
      .into(walletEntity)
      .values(wallets)
      .orIgnore()
      .execute();
    await manager.insert(referralEntity, { recruit, referrer, status: 'claimed', claimedAt: now });
  }
}
