import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A full tile of the log: 256 hashes of the level below, or of entries. */
@Entity('log_tile')
export class LogTile {
  @PrimaryColumn('bigint')
  level!: number;

  /** From 0. */
  @PrimaryColumn('bigint')
  number!: number;

  /** SHA-256 of the tile as a subtree, base64. */
  @Column('varchar')
  hash!: string;
}
