import { Injectable } from '@nestjs/common';
import { EntityManager, Repository } from 'typeorm';
import { hashOf } from '../session/secrets.js';
import type { SignInInput } from './sign-in.schema.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';

/** Repository of answered challenges, in the transaction of a manager. */
@Injectable()
export class SignInChallengeRepository extends Repository<SignInChallenge> {
  constructor(manager: EntityManager) {
    super(SignInChallenge, manager, manager.queryRunner);
  }

  /**
   * Marks a challenge as used. Returns false if it was used before.
   * @param browser secret of the cookie of the browser that requested it
   */
  async markUsed(input: SignInInput, browser: string, now: Date): Promise<boolean> {
    const { nonce, issuedAt, expirationTime: expiresAt } = input;
    if (await this.existsBy({ nonce })) return false;
    await this.insert({
      nonce,
      browserHash: hashOf(browser),
      issuedAt,
      expiresAt,
      usedAt: now.toISOString(),
      input: JSON.stringify(input),
    });
    return true;
  }
}
