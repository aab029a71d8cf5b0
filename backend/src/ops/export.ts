import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import type { EntityTarget } from 'typeorm';
import { z } from 'zod';
import type { Reader, SqlValue } from '../database/reader.js';
import { pagesOf } from '../database/reader.js';
import { PointsEntry } from '../points/points-entry.entity.js';
import { proofLineSchema, withheldLineSchema } from '../proofs/proofs.schema.js';
import { ProofsService } from '../proofs/proofs.service.js';
import { EndedClaim } from '../referral/ended-claim.entity.js';
import { Referral } from '../referral/referral.entity.js';
import { printable } from '../core/printable.js';
import { newCommand } from './command.js';
import type { Reach } from './progress.js';
import { withProgress } from './progress.js';
import { countRow } from './rows.js';
import { loadSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** Rows that are in memory at a time. */
const PAGE = 1_000;

type Columns = readonly string[];
type Row = Readonly<Record<string, SqlValue>>;

/** What is exported: names of columns, and rows, page by page as they are asked for. */
interface Exported {
  readonly columns: Columns;
  /** Stands before all rows where each is an object. */
  readonly head?: object;
  readonly pages: AsyncGenerator<Row[], void>;
}

interface Kind {
  /** SQL of the table that has the rows, with the condition that tells them, if any. */
  readonly from: string;
  readonly read: (reader: Reader) => Exported | Promise<Exported>;
}

const KINDS = {
  // The key is for the database, and what was signed is exported as proofs.
  referrals: {
    from: 'referral',
    read: (reader) => readRows(reader, Referral, ['recruitNumber', 'signature', 'message', 'week']),
  },
  proofs: {
    from: `(
      SELECT proof_number FROM referral WHERE proof_number IS NOT NULL
      UNION ALL SELECT proof_number FROM revoked_referral WHERE proof_number IS NOT NULL) AS numbered`,
    read: async (reader) => {
      const { head, pages } = await new ProofsService(reader, loadSettings()).download(0);
      const columns = Object.keys({ ...proofLineSchema.shape, ...withheldLineSchema.shape });
      return { columns, head, pages };
    },
  },
  'ended-claims': {
    from: 'ended_claim',
    read: (reader) => readRows(reader, EndedClaim, []),
  },
  ledger: { from: 'points_entry', read: (reader) => readRows(reader, PointsEntry, []) },
} satisfies Record<string, Kind>;

export const FORMATS = {
  csv: {
    head: ({ columns }: Pick<Exported, 'columns'>) => csv([columns]),
    page: (columns: Columns, rows: readonly Row[]) =>
      csv(rows.map((row) => columns.map((column) => row[column]))),
  },
  json: {
    head: ({ head }: Pick<Exported, 'head'>) =>
      head === undefined ? '' : `${JSON.stringify(head)}\n`,
    page: (_columns: Columns, rows: readonly Row[]) =>
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
};

type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** CSV as RFC 4180 has it. A cell that a spreadsheet would take for a formula starts with an apostrophe. */
function csv(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

interface Options {
  readonly json?: true;
  readonly format: keyof typeof FORMATS;
}

/** `export KIND`: everything of a kind on standard output, while the server serves. */
export function exportCommand(): Command {
  return newCommand(
    'export',
    'write referrals, proofs, claims that ended or the ledger to standard output',
    'all is written',
  )
    .addArgument(new Argument('<kind>', 'what to write').choices(Object.keys(KINDS)))
    .addOption(
      new Option('--format <format>', 'csv for spreadsheets, or json: an object a line')
        .choices(Object.keys(FORMATS))
        .default('csv'),
    )
    .addHelpText('after', '\nverify takes what export proofs --format json writes.')
    .action(async (kind: keyof typeof KINDS, { json, format }: Options) =>
      withDatabase(({ reader }) =>
        write(reader, KINDS[kind], FORMATS[json === true ? 'json' : format]),
      ),
    );
}

async function write(reader: Reader, { from, read }: Kind, format: Format): Promise<void> {
  const [row] = await reader.select(countRow, `SELECT count(*) AS count FROM ${from}`);
  const total = process.stdout.isTTY ? 0 : (row?.count ?? 0);
  const exported = await read(reader);
  await withProgress('Exporting', total, (reach) => {
    const output = texts(exported, format, reach);
    const shown = process.stdout.isTTY ? printed(output) : output;
    return pipeline(Readable.from(shown), process.stdout, { end: false });
  });
}

/** As a terminal may get it; a file gets every character. */
async function* printed(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const text of texts) yield printable(text.replaceAll('\r\n', '\n'));
}

async function* texts(
  exported: Exported,
  format: Format,
  reach: Reach,
): AsyncGenerator<string, void> {
  yield format.head(exported);
  let done = 0;
  for await (const page of exported.pages) {
    yield format.page(exported.columns, page);
    reach((done += page.length));
  }
}

const keyedRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .and(z.object({ key: z.number() }));

/** Every row of a table whose key is a number above 0, with all columns but some. */
function readRows<Entity extends object>(
  reader: Reader,
  entity: EntityTarget<Entity>,
  omitted: readonly (keyof Entity)[],
): Exported {
  const { tableName, primaryColumns, columns: all } = reader.metadataOf(entity);
  const exported = all.filter(({ propertyName }) => omitted.every((name) => name !== propertyName));
  const columns = exported.map(({ propertyName }) => propertyName);
  const list = exported.map((column) => `${column.databaseName} AS "${column.propertyName}"`);
  const key = primaryColumns.map(({ databaseName }) => databaseName).join(', ');
  const sql = `
SELECT ${key} AS key, ${list.join(', ')} FROM ${tableName}
WHERE ${key} > $1 ORDER BY ${key} LIMIT ${PAGE}`;
  let reached = 0;
  const pages = pagesOf(async () => {
    const page = await reader.select(keyedRow, sql, [reached]);
    reached = page.at(-1)?.key ?? reached;
    return page.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
  });
  return { columns, pages };
}
