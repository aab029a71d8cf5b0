import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LogEntryRow } from '../transparency-log/log-entry.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ReferralStatus } from './referral.schema.js';

export abstract class ReferralFacts {
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
  @ForeignKey(() => LogEntryRow, 'logIndex')
  logIndex!: number | null;

  /** The UTC week in which the signed message was issued, such as `2026-W48`; null for a claim. */
  @Column('varchar', { nullable: true })
  week!: string | null;
}

@Entity('referral')
export class Referral extends ReferralFacts {}
