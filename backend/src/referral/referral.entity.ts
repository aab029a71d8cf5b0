import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ReferralStatus } from './referral.schema.js';

/** Who recruited whom. A recruit has one referrer; the proof is there when the status is `proven`. */
@Entity('referral', {
  comment: 'The referrals that count. One that the operator revokes is moved to revoked_referral.',
})
@Index('referral_by_referrer', ['referrer', 'claimedAt'])
@Index('referral_by_proof_number', ['proofNumber'], {
  unique: true,
  where: 'proof_number IS NOT NULL',
})
export class Referral {
  @Column('varchar', { comment: 'has one referrer' })
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

  /** Small and in order, it makes the key by which a row is found. */
  @PrimaryColumn('bigint', {
    name: 'recruit_number',
    comment: 'joined_number of the recruit, so a recruit has one referrer; given by triggers',
  })
  recruitNumber!: number;

  @Column('varchar', { nullable: true, comment: 'of the message, by the recruit; base64' })
  signature!: string | null;

  @Column('text', { nullable: true, comment: 'what the recruit signed' })
  message!: string | null;
}
