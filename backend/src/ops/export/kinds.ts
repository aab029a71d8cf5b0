import type { EntityMetadata, EntityTarget } from 'typeorm';
import { z } from 'zod';
import type { Reader, SqlValue } from '../../database/reader.js';
import { PointsEntry } from '../../points/points-entry.entity.js';
import { proofLineSchema } from '../../proofs/proofs.schema.js';
import { ProofsService } from '../../proofs/proofs.service.js';
import { Referral } from '../../referral/referral.entity.js';

/** Rows that are in memory at a time. */
const PAGE = 1_000;

/** A row as it is exported. */
export type ExportedRow = Record<string, SqlValue>;

/** Something that can be exported: what its rows look like, and how they are had. */
export interface Kind {
  readonly columns: (reader: Reader) => readonly string[];
  /** SQL of the table that has them, with the condition that tells them, if any. */
  readonly from: string;
  /** All rows, page by page as they are asked for. */
  readonly pages: (reader: Reader) => AsyncGenerator<ExportedRow[], void>;
}

/** What can be exported, by name. */
export const KINDS = {
  // The key is for the database, and what was signed is exported as proofs.
  referrals: rowsOf('referral', Referral, ['recruitNumber', 'signature', 'message']),
  proofs: {
    columns: () => Object.keys(proofLineSchema.shape),
    from: 'referral WHERE proof_number IS NOT NULL',
    pages: (reader) => new ProofsService(reader).pages(0, Number.MAX_SAFE_INTEGER),
  },
  ledger: rowsOf('points_entry', PointsEntry, []),
} satisfies Record<string, Kind>;

const keyedRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .and(z.object({ key: z.number() }));

/** Every row of a table whose key is a number, with all columns but some. */
function rowsOf<Entity extends object>(
  from: string,
  entity: EntityTarget<Entity>,
  omitted: readonly (keyof Entity)[],
): Kind {
  const exported = (reader: Reader): EntityMetadata['columns'] =>
    reader
      .metadataOf(entity)
      .columns.filter(({ propertyName }) => omitted.every((name) => name !== propertyName));
  const names = (reader: Reader): string[] =>
    exported(reader).map(({ propertyName }) => propertyName);
  return {
    columns: names,
    from,
    pages: (reader) => {
      const list = exported(reader).map(
        ({ databaseName, propertyName }) => `${databaseName} AS "${propertyName}"`,
      );
      const { primaryColumns } = reader.metadataOf(entity);
      const key = primaryColumns.map(({ databaseName }) => databaseName).join(', ');
      const sql = `
SELECT ${key} AS key, ${list.join(', ')} FROM ${from}
WHERE ${key} > $1 ORDER BY ${key} LIMIT ${PAGE}`;
      return byKey(reader, sql, names(reader));
    },
  };
}

/** Pages of rows in the order of their key, each after the last key of the one before. */
async function* byKey(
  reader: Reader,
  sql: string,
  columns: readonly string[],
): AsyncGenerator<ExportedRow[], void> {
  let reached = 0;
  for (;;) {
    const page = await reader.select(keyedRow, sql, [reached]);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    reached = last.key;
  }
}
