import { EntitySchema } from 'typeorm';

/** A day on which a wallet was here with a proven session. */
export interface CheckIn {
  wallet: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** ISO 8601, UTC: the first visit of the day. */
  checkedInAt: string;
}

export const checkInEntity = new EntitySchema<CheckIn>({
  name: 'CheckIn',
  tableName: 'check_in',
  columns: {
    wallet: { type: 'varchar', primary: true },
    day: { type: 'varchar', primary: true },
    checkedInAt: { type: 'varchar', name: 'checked_in_at' },
  },
  foreignKeys: [
    {
      name: 'check_in_wallet_is_a_wallet',
      target: 'Wallet',
      columnNames: ['wallet'],
      referencedColumnNames: ['address'],
    },
  ],
});
