import { Column, Entity, ForeignKey } from 'typeorm';
import { AuditLogEntry } from '../wallet/audit-log-entry.entity.js';
import { ReferralFacts } from './referral.entity.js';

/** An unrevoke moves the row back to `referral`. */
@Entity('revoked_referral')
export class RevokedReferral extends ReferralFacts {
  @Column('varchar')
  revokedAt!: string;

  @Column('bigint')
  @ForeignKey(() => AuditLogEntry, 'number')
  actionNumber!: number;
}
