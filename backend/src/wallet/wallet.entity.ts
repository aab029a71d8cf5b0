import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Triggers update recruits and points. */
@Entity('wallet')
export class Wallet {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  joinedNumber!: number;

  @Column('varchar')
  address!: string;

  @Column('varchar')
  joinedAt!: string;

  @Column('integer')
  directRecruits!: number;

  @Column('integer')
  provenRecruits!: number;

  @Column('integer')
  points!: number;

  @Column('varchar', { nullable: true })
  bannedAt!: string | null;

  /** Orders ties on the leaderboard: the wallet that joined first comes first. */
  @Column({ type: 'bigint', nullable: true, insert: false, update: false })
  lateness!: number | null;
}
