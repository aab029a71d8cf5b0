import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

@Entity('session')
export class SessionRow {
  /** SHA-256, hexadecimal. */
  @PrimaryColumn('varchar')
  tokenHash!: string;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  @Column('varchar')
  createdAt!: string;

  @Column('varchar')
  expiresAt!: string;

  @Column('varchar', { nullable: true })
  revokedAt!: string | null;

  @Column('varchar', { nullable: true })
  referrer!: string | null;

  @Column('varchar')
  signature!: string;

  @Column('text')
  message!: string;
}
