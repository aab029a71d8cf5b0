import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

/** A line of the ledger. Triggers write it when something is worth points or costs them; nobody changes it. */
@Entity('points_entry', {
  comment:
    'The ledger: every point there is, in the order in which they came. Nothing is changed or removed: an entry is taken back by a reversal. The view ledger says in words what each is for.',
})
@Index('points_entry_once', ['cause', 'reference', 'wallet'], { unique: true })
@Index('points_entry_for_one_wallet', ['cause', 'reference'], {
  unique: true,
  where: "cause <> 'check-in'",
})
@Index('points_entry_by_wallet', ['wallet', 'number'])
export class PointsEntry {
  @PrimaryGeneratedColumn({ type: 'bigint', comment: '1 came first' })
  number!: number;

  @Column('varchar', { comment: 'whose points they are' })
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  @Column('varchar')
  cause!: 'recruit' | 'check-in' | 'reversal' | 'ban' | 'unban';

  @Column('varchar', {
    comment:
      'recruit: its address; check-in: the UTC day; reversal: the number of the entry that is taken back; ban, unban: the number of the operator_action',
  })
  reference!: string;

  @Column('integer')
  points!: number;

  @Column('integer', { comment: 'points of the wallet after this entry' })
  total!: number;

  /** ISO 8601. */
  @Column('varchar', { name: 'recorded_at', comment: 'UTC' })
  recordedAt!: string;
}
