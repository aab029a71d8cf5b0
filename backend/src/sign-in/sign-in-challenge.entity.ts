import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A challenge that was answered. */
@Entity('sign_in_challenge')
export class SignInChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  @Column('varchar')
  expiresAt!: string;
}
