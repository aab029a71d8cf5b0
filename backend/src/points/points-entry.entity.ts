import { EntitySchema } from 'typeorm';

/** A line of the ledger. Triggers write it when something is worth points or costs them; nobody changes it. */
export interface PointsEntry {
  /** 1 came first. */
  number: number;
  wallet: string;
  cause: 'recruit' | 'check-in' | 'reversal' | 'ban' | 'unban';
  /** The recruit's address, the UTC day, the number of the entry that is taken back, or that of the operator's action. */
  reference: string;
  points: number;
  /** Points of the wallet after this entry. */
  total: number;
  /** ISO 8601, UTC. */
  recordedAt: string;
}

export const pointsEntryEntity = new EntitySchema<PointsEntry>({
  name: 'PointsEntry',
  tableName: 'points_entry',
  columns: {
    number: { type: 'integer', primary: true, generated: 'increment' },
    wallet: { type: 'varchar' },
    cause: { type: 'varchar' },
    reference: { type: 'varchar' },
    points: { type: 'integer' },
    total: { type: 'integer' },
    recordedAt: { type: 'varchar', name: 'recorded_at' },
  },
  foreignKeys: [
    {
      name: 'points_entry_wallet_is_a_wallet',
      target: 'Wallet',
      columnNames: ['wallet'],
      referencedColumnNames: ['address'],
    },
  ],
  indices: [
    { name: 'points_entry_once', columns: ['cause', 'reference', 'wallet'], unique: true },
    {
      name: 'points_entry_for_one_wallet',
      columns: ['cause', 'reference'],
      unique: true,
      where: "cause <> 'check-in'",
    },
    { name: 'points_entry_by_wallet', columns: ['wallet', 'number'] },
  ],
});
