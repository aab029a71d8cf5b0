import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

@Entity('ledger_entry')
export class LedgerEntry {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  number!: number;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  @Column('varchar')
  cause!: 'recruit' | 'check-in' | 'reversal' | 'ban' | 'unban';

  @Column('varchar')
  reference!: string;

  @Column('integer')
  points!: number;

  @Column('integer')
  total!: number;

  @Column('varchar')
  recordedAt!: string;
}
