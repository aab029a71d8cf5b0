import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A wallet that has been seen, with its totals. The totals follow from referrals and points; triggers keep them. */
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

  /** Sorts ties of the leaderboard: who joined first comes first. */
  @Column({ type: 'bigint', nullable: true, insert: false, update: false })
  lateness!: number | null;
}
