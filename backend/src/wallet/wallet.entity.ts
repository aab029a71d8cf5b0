import { EntitySchema } from 'typeorm';

/** A wallet that has been seen, with its totals. The totals follow from referrals and points; triggers keep them. */
export interface Wallet {
  /** 1 for the wallet that came first. */
  joinedNumber: number;
  address: string;
  /** ISO 8601, UTC. */
  joinedAt: string;
  directRecruits: number;
  provenRecruits: number;
  points: number;
  /** ISO 8601, UTC; null unless the operator has banned the wallet. */
  bannedAt: string | null;
}

export const walletEntity = new EntitySchema<Wallet>({
  name: 'Wallet',
  tableName: 'wallet',
  columns: {
    joinedNumber: { type: 'integer', name: 'joined_number', primary: true, generated: 'increment' },
    address: { type: 'varchar', unique: true },
    joinedAt: { type: 'varchar', name: 'joined_at' },
    directRecruits: { type: 'integer', name: 'direct_recruits', default: 0 },
    provenRecruits: { type: 'integer', name: 'proven_recruits', default: 0 },
    points: { type: 'integer', default: 0 },
    bannedAt: { type: 'varchar', name: 'banned_at', nullable: true },
  },
  // Its column `place` is computed, by an expression that only the migrations have words for.
  synchronize: false,
});
