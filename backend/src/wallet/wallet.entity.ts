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
  },
  // An index of an expression, which only the migration has words for.
  indices: [{ name: 'wallet_by_place', synchronize: false }],
});
