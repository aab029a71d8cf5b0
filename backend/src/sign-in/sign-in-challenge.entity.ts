import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A used challenge. */
@Entity('sign_in_challenge')
export class SignInChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  @Column('varchar')
  expiresAt!: string;
}
