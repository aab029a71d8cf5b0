import { EntitySchema } from 'typeorm';
import type { ReferralStatus } from './referral.schema.js';

/** Who recruited whom. A recruit has one referrer; the proof is there when the status is `proven`. */
export interface Referral {
  /** The recruit's `joinedNumber`; a trigger gives it. Small and in order, it makes the key by which a row is found. */
  recruitNumber: number;
  recruit: string;
  referrer: string;
  status: ReferralStatus;
  /** ISO 8601, UTC. */
  claimedAt: string;
  /** ISO 8601, UTC. */
  provenAt: string | null;
  /** The text that the recruit signed. */
  message: string | null;
  /** Base64. */
  signature: string | null;
  /** 1 was proven first; a trigger gives it. */
  proofNumber: number | null;
}

export const referralEntity = new EntitySchema<Referral>({
  name: 'Referral',
  tableName: 'referral',
  columns: {
    recruitNumber: { type: 'integer', name: 'recruit_number', primary: true, generated: true },
    recruit: { type: 'varchar', unique: true },
    referrer: { type: 'varchar' },
    status: { type: 'varchar' },
    claimedAt: { type: 'varchar', name: 'claimed_at' },
    provenAt: { type: 'varchar', name: 'proven_at', nullable: true },
    message: { type: 'text', nullable: true },
    signature: { type: 'varchar', nullable: true },
    proofNumber: { type: 'integer', name: 'proof_number', nullable: true },
  },
  foreignKeys: [
    {
      name: 'referral_recruit_is_a_wallet',
      target: 'Wallet',
      columnNames: ['recruit'],
      referencedColumnNames: ['address'],
    },
    {
      name: 'referral_referrer_is_a_wallet',
      target: 'Wallet',
      columnNames: ['referrer'],
      referencedColumnNames: ['address'],
    },
  ],
  indices: [
    { name: 'referral_by_referrer', columns: ['referrer', 'claimedAt'] },
    { name: 'referral_by_proof_number', columns: ['proofNumber'], unique: true },
  ],
  // What is its key, and what of proofNumber is indexed, only the migrations have words for.
  synchronize: false,
});
