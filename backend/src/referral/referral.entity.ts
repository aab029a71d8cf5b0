import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ReferralStatus } from './referral.schema.js';

/** Who recruited whom. A recruit has one referrer; the proof is there when the status is `proven`. */
@Entity('referral')
export class Referral {
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

  /** The UTC week that the message states, such as `2026-W48`; the database reads it there. */
  @Column({ type: 'varchar', nullable: true, insert: false, update: false })
  week!: string | null;

  @Column('varchar', { nullable: true })
  signature!: string | null;

  @Column('text', { nullable: true })
  message!: string | null;
}
