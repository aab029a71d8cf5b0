import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OperatorAction } from './operator-action.entity.js';
import { Wallet } from '../../wallet/wallet.entity.js';
import type { ReferralStatus } from '../../referral/referral.schema.js';

/** A referral that the operator revoked. Triggers move it here, and back. */
@Entity('revoked_referral', {
  comment:
    'Referrals that the operator revoked: they count for nothing, and the recruit gets no other.',
})
@Index('revoked_referral_by_referrer', ['referrer'])
@Index('revoked_referral_by_proof_number', ['proofNumber'], { unique: true })
export class RevokedReferral {
  @PrimaryColumn('varchar', { comment: 'has one referrer' })
  @ForeignKey(() => Wallet, 'address')
  recruit!: string;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  referrer!: string;

  @Column('varchar', { comment: 'claimed: somebody said so; proven: the recruit signed' })
  status!: ReferralStatus;

  /** ISO 8601. */
  @Column('varchar', { name: 'claimed_at', comment: 'UTC' })
  claimedAt!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'proven_at', nullable: true, comment: 'UTC' })
  provenAt!: string | null;

  @Column('bigint', {
    name: 'proof_number',
    nullable: true,
    comment: '1 was proven first; given by a trigger',
  })
  proofNumber!: number | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'revoked_at', comment: 'UTC' })
  revokedAt!: string;

  @Column('bigint', {
    name: 'action_number',
    comment: 'of the row in operator_action that says why',
  })
  @ForeignKey(() => OperatorAction, 'number')
  actionNumber!: number;

  @Column('varchar', { nullable: true, comment: 'of the message, by the recruit; base64' })
  signature!: string | null;

  @Column('text', { nullable: true, comment: 'what the recruit signed' })
  message!: string | null;
}
