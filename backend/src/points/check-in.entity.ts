import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

@Entity('check_in')
export class CheckIn {
  @PrimaryColumn('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  /** A UTC day, YYYY-MM-DD. */
  @PrimaryColumn('varchar')
  day!: string;

  @Column('varchar')
  checkedInAt!: string;
}
