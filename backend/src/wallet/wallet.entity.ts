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

  /** Minus `joinedNumber`. Of wallets with equal points and recruits, the leaderboard lists the first to join first. */
  @Column({ type: 'bigint', nullable: true, insert: false, update: false })
  lateness!: number | null;
}
