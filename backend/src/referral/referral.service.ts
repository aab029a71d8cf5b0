import { ConflictException, Injectable, UnprocessableEntityException } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { closesLoop } from './loop.js';
import type { ReferralRequest, ReferralResponse } from './referral.schema.js';
import { referralStatusSchema } from './referral.schema.js';

const referralRow = z.object({ referrer: z.string(), status: referralStatusSchema });

const FIND_REFERRAL = 'SELECT referrer, status FROM referral WHERE recruit = ?';

/** The referrer comes first, for who comes first is ahead on the leaderboard. */
const INSERT_WALLETS = `
INSERT INTO wallet (address, joined_at) VALUES (?, ?), (?, ?) ON CONFLICT (address) DO NOTHING`;

const INSERT_CLAIM = `
INSERT INTO referral (recruit, referrer, status, claimed_at) VALUES (?, ?, 'claimed', ?)`;

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
    const [existing] = await select(manager, referralRow, FIND_REFERRAL, [recruit]);
    if (existing !== undefined) {
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
    await manager.query(INSERT_WALLETS, [referrer, now, recruit, now]);
    await manager.query(INSERT_CLAIM, [recruit, referrer, now]);
  }
}
