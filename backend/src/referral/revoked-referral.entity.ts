import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AuditLogEntry } from '../wallet/audit-log-entry.entity.js';
import { Wallet } from '../wallet/wallet.entity.js';
import type { ReferralStatus } from './referral.schema.js';

/** A referral that the operator revoked. An unrevoke moves it back. */
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
  @ForeignKey(() => AuditLogEntry, 'number')
  actionNumber!: number;

  @Column('varchar', { nullable: true })
  signature!: string | null;

  @Column('text', { nullable: true })
  message!: string | null;
}
