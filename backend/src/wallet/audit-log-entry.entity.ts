import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from './wallet.entity.js';

@Entity('audit_log')
export class AuditLogEntry {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  number!: number;

  @Column('varchar')
  action!: 'ban' | 'unban' | 'revoke' | 'unrevoke' | 'sign-out-all' | 'new-log';

  /** The wallet or recruit; null for `sign-out-all` and `new-log`. */
  @Column('varchar', { nullable: true })
  @ForeignKey(() => Wallet, 'address')
  subject!: string | null;

  @Column('varchar')
  why!: string;

  @Column('varchar')
  actedAt!: string;
}
