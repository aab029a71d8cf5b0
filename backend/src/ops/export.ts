import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Option, type Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import type { EntityTarget } from 'typeorm';
import { z } from 'zod';
import { pagesOf, type Reader, type SqlValue } from '../database/reader.js';
import { PointsEntry } from '../points/points-entry.entity.js';
import { proofLineSchema, withheldLineSchema } from '../proofs/proofs.schema.js';
import { ProofsService } from '../proofs/proofs.service.js';
import { EndedClaim } from '../referral/former-referral.entity.js';
import { Referral } from '../referral/referral.entity.js';
import { printable } from '../core/printable.js';
import { newCommand } from './command.js';
import { withProgress, type Reach } from './progress.js';
import { countRow } from './rows.js';
import { loadSettings } from '../settings.js';
import { withDatabase } from './with-database.js';

/** Rows that are in memory at a time. */
const PAGE = 1_000;

const FORMATS = ['csv', 'json'] as const;

type Row = Readonly<Record<string, SqlValue>>;

interface Exported {
  /** Names of columns. */
  readonly columns: readonly string[];
  /** Stands before all rows where each is an object. */
  readonly head?: object;
  /** How many rows there are. */
  readonly total: number;
  /** They are read as they are asked for. */
  readonly pages: AsyncGenerator<Row[], void>;
}

const KINDS = {
  // The key is for the database, and what was signed is exported as proofs.
  referrals: (reader) =>
    readRows(reader, Referral, ['recruitNumber', 'signature', 'message', 'week']),
  proofs: readProofs,
  'ended-claims': (reader) => readRows(reader, EndedClaim),
  ledger: (reader) => readRows(reader, PointsEntry),
} satisfies Record<string, (reader: Reader) => Promise<Exported>>;

interface Options {
  readonly json?: true;
  readonly format: (typeof FORMATS)[number];
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
        .choices(FORMATS)
        .default('csv'),
    )
    .addHelpText('after', '\nverify takes what export proofs --format json writes.')
    .action(async (kind: keyof typeof KINDS, { json, format }: Options) =>
      withDatabase(async ({ reader }) =>
        write(await KINDS[kind](reader), json === true || format === 'json'),
      ),
    );
}

async function write(exported: Exported, isJson: boolean): Promise<void> {
  const total = process.stdout.isTTY ? 0 : exported.total;
  await withProgress('Exporting', total, (reach) =>
    pipeline(Readable.from(texts(exported, isJson, reach)), process.stdout, { end: false }),
  );
}

async function* texts(
  { columns, head, pages }: Exported,
  isJson: boolean,
  reach: Reach,
): AsyncGenerator<string, void> {
  yield shown(isJson ? toJsonLines(head === undefined ? [] : [head]) : toCsv(columns, [], true));
  let done = 0;
  for await (const page of pages) {
    yield shown(isJson ? toJsonLines(page) : toCsv(columns, page));
    reach((done += page.length));
  }
}

function toJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** CSV as RFC 4180 has it. A cell that a spreadsheet would take for a formula starts with an apostrophe. */
export function toCsv(columns: readonly string[], rows: readonly Row[], header = false): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

/** A terminal gets what may not move its cursor, a file every character. */
function shown(text: string): string {
  return process.stdout.isTTY ? printable(text.replaceAll('\r\n', '\n')) : text;
}

/** What `GET /api/proofs` answers. */
async function readProofs(reader: Reader): Promise<Exported> {
  const { head, pages } = await new ProofsService(reader, loadSettings()).download(0);
  const columns = Object.keys({ ...proofLineSchema.shape, ...withheldLineSchema.shape });
  return { columns, head, total: head.lines, pages };
}

const keyedRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .and(z.object({ key: z.number() }));

/** Every row of a table whose key is a number above 0, with all columns but some. */
async function readRows<Entity extends object>(
  reader: Reader,
  entity: EntityTarget<Entity>,
  omitted: readonly (keyof Entity)[] = [],
): Promise<Exported> {
  const { tableName, primaryColumns, columns: all } = reader.metadataOf(entity);
  const exported = all.filter(({ propertyName }) => omitted.every((name) => name !== propertyName));
  const columns = exported.map(({ propertyName }) => propertyName);
  const list = exported.map((column) => `${column.databaseName} AS "${column.propertyName}"`);
  const key = primaryColumns.map(({ databaseName }) => databaseName).join(', ');
  const sql = `
SELECT ${key} AS key, ${list.join(', ')} FROM ${tableName}
WHERE ${key} > $1 ORDER BY ${key} LIMIT ${PAGE}`;
  const [rows] = await reader.select(countRow, `SELECT count(*) AS count FROM ${tableName}`);
  let reached = 0;
  const pages = pagesOf(async () => {
    const page = await reader.select(keyedRow, sql, [reached]);
    reached = page.at(-1)?.key ?? reached;
    return page.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
  });
  return { columns, total: rows?.count ?? 0, pages };
}
