import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An entry of the transparency log. Append-only. */
@Entity('log_entry')
export class LogEntryRow {
  /** From 0, without gaps. */
  @PrimaryColumn('bigint')
  logIndex!: number;

  /** JSON, hashed as it is. */
  @Column('text')
  entry!: string;
}
