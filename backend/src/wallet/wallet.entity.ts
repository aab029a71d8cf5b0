import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A wallet that has been seen, with its totals. The totals follow from referrals and points; triggers keep them. */
@Entity('wallet', {
  comment:
    'A wallet that has been seen, with its totals, which follow from other rows by triggers.',
})
@Index('wallet_by_rank_key', ['rankKey'], { where: 'rank_key IS NOT NULL' })
export class Wallet {
  @PrimaryGeneratedColumn({ name: 'joined_number', type: 'bigint', comment: '1 came first' })
  joinedNumber!: number;

  @Column('varchar', { unique: true, comment: 'Solana public key' })
  address!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'joined_at', comment: 'UTC' })
  joinedAt!: string;

  @Column('integer', {
    name: 'direct_recruits',
    default: 0,
    comment: 'claimed and proven; kept by triggers on referral',
  })
  directRecruits!: number;

  @Column('integer', {
    name: 'proven_recruits',
    default: 0,
    comment: 'kept by triggers on referral',
  })
  provenRecruits!: number;

  @Column('integer', { default: 0, comment: 'the last total in points_entry' })
  points!: number;

  /** ISO 8601. */
  @Column('varchar', {
    name: 'banned_at',
    nullable: true,
    comment: 'UTC; follows from operator_action; empty unless the wallet is banned',
  })
  bannedAt!: string | null;

  @Column({
    type: 'varchar',
    name: 'rank_key',
    nullable: true,
    insert: false,
    update: false,
    comment:
      'sorts as the leaderboard does, the best first: by points, then recruits, then who came first; empty without a recruit, and while the wallet is banned',
  })
  rankKey!: string | null;
}
