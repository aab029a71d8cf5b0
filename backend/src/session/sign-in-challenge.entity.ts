import { EntitySchema } from 'typeorm';
import type { IssuedChallenge } from './sign-in-text.js';

/** A challenge as it is stored. */
export interface SignInChallenge extends IssuedChallenge {
  /** SHA-256, hexadecimal, of the cookie of the browser that asked. */
  readonly browserHash: string;
  /** ISO 8601, UTC; null while nobody has tried to answer it. */
  readonly usedAt: string | null;
}

export const signInChallengeEntity = new EntitySchema<SignInChallenge>({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenge',
  columns: {
    nonce: { type: 'varchar', primary: true },
    browserHash: { type: 'varchar', name: 'browser_hash' },
    issuedAt: { type: 'varchar', name: 'issued_at' },
    expiresAt: { type: 'varchar', name: 'expires_at' },
    usedAt: { type: 'varchar', name: 'used_at', nullable: true },
    domain: { type: 'varchar' },
    uri: { type: 'varchar' },
    statement: { type: 'varchar' },
    version: { type: 'varchar' },
    chainId: { type: 'varchar', name: 'chain_id' },
    referrer: { type: 'varchar', nullable: true },
  },
  indices: [{ name: 'sign_in_challenge_by_expiry', columns: ['expiresAt'] }],
});
