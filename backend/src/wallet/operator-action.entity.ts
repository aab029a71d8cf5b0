import { Column, Entity, ForeignKey, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from './wallet.entity.js';

/** Something that the operator did. Adding the row does it: triggers carry it out, and keep the row for good. */
@Entity('operator_action')
export class OperatorAction {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  number!: number;

  @Column('varchar')
  action!: 'ban' | 'unban' | 'revoke' | 'unrevoke';

  @Column('varchar')
  @ForeignKey(() => Wallet, 'address')
  subject!: string;

  @Column('varchar')
  why!: string;

  @Column('varchar')
  actedAt!: string;
}
