import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

@Entity('claim_history')
export class ClaimHistoryEntry {
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

  /** Displaced: by a proof, or by newer claims. */
  @Column('varchar')
  reason!: 'expired' | 'declined' | 'displaced';

  @Column('varchar')
  endedAt!: string;
}
