import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

@Entity('claim_history_entry')
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

  /** `made room`: there were too many claims, or the chain above a new or restored claim was too long to search. */
  @Column('varchar')
  reason!: 'expired' | 'declined' | 'displaced by a proof' | 'made room';

  @Column('varchar')
  endedAt!: string;
}
