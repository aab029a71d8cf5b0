import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { IssuedChallenge } from './sign-in-text.js';

/** A challenge as it is stored. */
@Entity('sign_in_challenge')
export class SignInChallenge implements IssuedChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  /** Hexadecimal. */
  @Column('varchar')
  browserHash!: string;

  @Column('varchar')
  issuedAt!: string;

  @Column('varchar')
  expiresAt!: string;

  /** Null while nobody has tried to answer it. */
  @Column('varchar', { nullable: true })
  usedAt!: string | null;

  @Column('varchar')
  domain!: string;

  @Column('varchar')
  uri!: string;

  @Column('varchar')
  statement!: string;

  @Column('varchar')
  version!: '1';

  @Column('varchar')
  chainId!: 'mainnet';

  @Column('varchar', { nullable: true })
  referrer!: string | null;
}
