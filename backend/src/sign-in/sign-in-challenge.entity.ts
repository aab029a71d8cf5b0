import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { IssuedChallenge } from './sign-in-text.js';

/** A challenge as it is stored. */
@Entity('sign_in_challenge', {
  comment: 'What a visitor was asked to sign. It is good for one attempt.',
})
@Index('sign_in_challenge_by_expiry', ['expiresAt'])
export class SignInChallenge implements IssuedChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  /** Hexadecimal. */
  @Column('varchar', {
    name: 'browser_hash',
    comment: 'SHA-256 of the cookie of the browser that asked',
  })
  browserHash!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'issued_at', comment: 'UTC' })
  issuedAt!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'expires_at', comment: 'UTC' })
  expiresAt!: string;

  /** ISO 8601; null while nobody has tried to answer it. */
  @Column('varchar', { name: 'used_at', nullable: true, comment: 'UTC' })
  usedAt!: string | null;

  @Column('varchar')
  domain!: string;

  @Column('varchar')
  uri!: string;

  @Column('varchar')
  statement!: string;

  @Column('varchar')
  version!: '1';

  @Column('varchar', { name: 'chain_id' })
  chainId!: 'mainnet';

  @Column('varchar', { nullable: true, comment: 'whose referral link is in the message' })
  referrer!: string | null;
}
