import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('sign_in_challenge')
export class SignInChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  /** Hexadecimal. */
  @Column('varchar')
  browserHash!: string;

  @Column('varchar')
  issuedAt!: string;

  @Column('varchar')
  expiresAt!: string;

  /** Null until somebody tries to answer it. */
  @Column('varchar', { nullable: true })
  usedAt!: string | null;

  /** JSON. */
  @Column('text')
  input!: string;
}
