import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { insertAll } from '../database/rows.js';
import { repositoryOf } from '../database/repository.js';
import type { SignInInput } from './sign-in.schema.js';
import { SignInChallenge } from './sign-in-challenge.entity.js';

const returnedRows = z.array(z.object({ nonce: z.string() }));

@Injectable()
export class SignInChallengeRepository extends repositoryOf(SignInChallenge) {
  /** Marks challenges as used, and returns the nonces of those that were not used before. */
  async markUsed(
    challenges: readonly Pick<SignInInput, 'nonce' | 'expirationTime'>[],
  ): Promise<Set<string>> {
    const rows = challenges.map(({ nonce, expirationTime }) => ({
      nonce,
      expiresAt: expirationTime,
    }));
    const returned = await insertAll(this, rows, 'ON CONFLICT DO NOTHING RETURNING nonce');
    return new Set(returnedRows.parse(returned).map(({ nonce }) => nonce));
  }
}
