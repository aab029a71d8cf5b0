import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

/** A day on which a wallet checked in. */
@Entity('check_in')
export class CheckIn {
  @PrimaryColumn('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  /** YYYY-MM-DD. */
  @PrimaryColumn('varchar')
  day!: string;

  @Column('varchar')
  checkedInAt!: string;
}
