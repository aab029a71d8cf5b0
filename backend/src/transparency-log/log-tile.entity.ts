import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A full tile of the log. It has the hashes of 256 entries, or of 256 tiles of the level below. */
@Entity('log_tile')
export class LogTile {
  @PrimaryColumn('bigint')
  level!: number;

  /** From 0. */
  @PrimaryColumn('bigint')
  number!: number;

  /** Root of the subtree above the tile's hashes: SHA-256, base64. */
  @Column('varchar')
  hash!: string;
}
