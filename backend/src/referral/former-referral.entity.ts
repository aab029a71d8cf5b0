import { Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { OperatorAction } from '../wallet/operator-action.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ReferralStatus } from './referral.schema.js';

/** A claim that counts no more. Adding the row ends it: a trigger takes the referral away. */
@Entity('ended_claim')
export class EndedClaim {
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

  /** Displaced: it gave way to a proof, or to newer claims. */
  @Column('varchar')
  reason!: 'expired' | 'declined' | 'displaced';

  @Column('varchar')
  endedAt!: string;
}

/** A referral that the operator revoked. Triggers move it here, and back. */
@Entity('revoked_referral')
export class RevokedReferral {
  @PrimaryColumn('varchar')
  @ForeignKey(() => Wallet, 'address')
  recruit!: string;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  referrer!: string;

  @Column('varchar')
  status!: ReferralStatus;

  @Column('varchar')
  claimedAt!: string;

  @Column('varchar', { nullable: true })
  provenAt!: string | null;

  @Column('bigint', { nullable: true })
  proofNumber!: number | null;

  @Column('varchar')
  revokedAt!: string;

  @Column('bigint')
  @ForeignKey(() => OperatorAction, 'number')
  actionNumber!: number;

  @Column('varchar', { nullable: true })
  signature!: string | null;

  @Column('text', { nullable: true })
  message!: string | null;
}
