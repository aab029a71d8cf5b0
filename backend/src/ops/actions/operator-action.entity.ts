import { EntitySchema } from 'typeorm';

/** Something that the operator did. Adding the row does it: triggers carry it out, and keep the row for good. */
export interface OperatorAction {
  /** 1 came first. */
  number: number;
  action: 'ban' | 'unban' | 'revoke' | 'unrevoke';
  /** The wallet that is banned, or the recruit whose referral is revoked. */
  subject: string;
  why: string;
  /** ISO 8601, UTC. */
  actedAt: string;
}

export const operatorActionEntity = new EntitySchema<OperatorAction>({
  name: 'OperatorAction',
  tableName: 'operator_action',
  columns: {
    number: { type: 'integer', primary: true, generated: 'increment' },
    action: { type: 'varchar' },
    subject: { type: 'varchar' },
    why: { type: 'varchar' },
    actedAt: { type: 'varchar', name: 'acted_at' },
  },
  foreignKeys: [
    {
      name: 'operator_action_subject_is_a_wallet',
      target: 'Wallet',
      columnNames: ['subject'],
      referencedColumnNames: ['address'],
    },
  ],
  indices: [{ name: 'operator_action_by_subject', columns: ['subject', 'number'] }],
});
