import { Injectable } from '@nestjs/common';
import { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { select } from '../database/reader.js';
import { hashOf } from '../session/secrets.js';
import type { SignInInput } from './sign-in.schema.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';

// One statement, since each statement of a sign-in costs a thread switch or a round trip.
const INSERT = `
INSERT INTO sign_in_challenge (nonce, browser_hash, issued_at, expires_at, used_at, input)
VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (nonce) DO NOTHING RETURNING nonce`;

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
    const { nonce, issuedAt, expirationTime } = input;
    const inserted = await select(this.manager, z.unknown(), INSERT, [
      nonce,
      hashOf(browser),
      issuedAt,
      expirationTime,
      now.toISOString(),
      JSON.stringify(input),
    ]);
    return inserted.length > 0;
  }
}
