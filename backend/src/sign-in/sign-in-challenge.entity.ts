import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A challenge that was answered. The row stays for at least an hour after the challenge has expired, in case the clock
 * steps back.
 */
@Entity('sign_in_challenge')
export class SignInChallenge {
  @PrimaryColumn('varchar')
  nonce!: string;

  @Column('varchar')
  expiresAt!: string;
}
