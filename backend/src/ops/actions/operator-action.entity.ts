import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from '../../wallet/wallet.entity.js';

/** Something that the operator did. Adding the row does it: triggers carry it out, and keep the row for good. */
@Entity('operator_action', {
  comment:
    'What the operator did, and why. A row added here does it: bans, revoked referrals and points follow by triggers. Nothing is changed or removed.',
})
@Index('operator_action_by_subject', ['subject', 'number'])
export class OperatorAction {
  @PrimaryGeneratedColumn({ type: 'bigint', comment: '1 came first' })
  number!: number;

  @Column('varchar')
  action!: 'ban' | 'unban' | 'revoke' | 'unrevoke';

  @Column('varchar', {
    comment: 'ban, unban: the wallet; revoke, unrevoke: the recruit of the referral',
  })
  @ForeignKey(() => Wallet, 'address')
  subject!: string;

  @Column('varchar')
  why!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'acted_at', comment: 'UTC' })
  actedAt!: string;
}
