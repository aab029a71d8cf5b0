import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Wallet } from '../wallet/wallet.entity.js';

/** A browser that has shown that a wallet is its visitor's, and the proof of it. */
@Entity('session', { comment: 'A browser that has shown that a wallet is its visitor’s.' })
@Index('session_by_expiry', ['expiresAt'])
export class SessionRow {
  /** Hexadecimal. */
  @PrimaryColumn('varchar', { name: 'token_hash', comment: 'SHA-256 of what the cookie holds' })
  tokenHash!: string;

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  wallet!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at', comment: 'UTC' })
  createdAt!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'expires_at', comment: 'UTC' })
  expiresAt!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'revoked_at', nullable: true, comment: 'UTC' })
  revokedAt!: string | null;

  @Column('varchar', { nullable: true, comment: 'whose referral link is in the message' })
  referrer!: string | null;

  @Column('varchar', { comment: 'of the message, by the wallet; base64' })
  signature!: string;

  @Column('text', { comment: 'what the wallet signed to open the session' })
  message!: string;
}
