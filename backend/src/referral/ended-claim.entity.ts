import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

/** A claim that counts no more. Adding the row ends it: a trigger takes the referral away. */
@Entity('ended_claim')
export class EndedClaim {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  number!: number;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  recruit!: string;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  referrer!: string;

  @Column('varchar')
  claimedAt!: string;

  /** Displaced: it gave way to a proof, or to newer claims. */
  @Column('varchar')
  reason!: 'expired' | 'declined' | 'displaced';

  @Column('varchar')
  endedAt!: string;
}
