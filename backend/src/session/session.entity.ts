import { EntitySchema } from 'typeorm';

/** A browser that has shown that a wallet is its visitor's, and the proof of it. */
export interface SessionRow {
  /** SHA-256, hexadecimal, of what the cookie holds. */
  tokenHash: string;
  wallet: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** ISO 8601, UTC. */
  revokedAt: string | null;
  /** Whose referral link stands in the message. */
  referrer: string | null;
  message: string;
  /** Base64. */
  signature: string;
}

export const sessionEntity = new EntitySchema<SessionRow>({
  name: 'Session',
  tableName: 'session',
  columns: {
    tokenHash: { type: 'varchar', name: 'token_hash', primary: true },
    wallet: { type: 'varchar' },
    createdAt: { type: 'varchar', name: 'created_at' },
    expiresAt: { type: 'varchar', name: 'expires_at' },
    revokedAt: { type: 'varchar', name: 'revoked_at', nullable: true },
    referrer: { type: 'varchar', nullable: true },
    message: { type: 'text' },
    signature: { type: 'varchar' },
  },
  foreignKeys: [
    {
      name: 'session_wallet_is_a_wallet',
      target: 'Wallet',
      columnNames: ['wallet'],
      referencedColumnNames: ['address'],
    },
  ],
  indices: [{ name: 'session_by_expiry', columns: ['expiresAt'] }],
});
