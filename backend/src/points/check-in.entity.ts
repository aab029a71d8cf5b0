import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

/** A day on which a wallet was here with a proven session. */
@Entity('check_in', { comment: 'A day on which a wallet was here with a proven session.' })
export class CheckIn {
  @PrimaryColumn('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  /** YYYY-MM-DD. */
  @PrimaryColumn('varchar', { comment: 'UTC' })
  day!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'checked_in_at', comment: 'UTC; the first visit of the day' })
  checkedInAt!: string;
}
