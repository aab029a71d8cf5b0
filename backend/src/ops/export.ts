import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import type { EntityTarget } from 'typeorm';
import { Database } from '../database/database.js';
import { LedgerEntry } from '../points/ledger-entry.entity.js';
import { LogEntryRow } from '../transparency-log/log-entry.entity.js';
import { newLogEntrySchema, proofEntrySchema } from '../transparency-log/log-entry.schema.js';
import { ClaimHistoryEntry } from '../referral/claim-history-entry.entity.js';
import { Referral } from '../referral/referral.entity.js';
import { printable } from '../core/printable.js';
import { defineCommand } from './command.js';
import type { Services } from './services.js';
import { withProgress, type OnProgress } from '../core/progress.js';
import { anyRow, pagesOfTable, type AnyRow } from '../database/rows.js';
import { select } from '../database/reader.js';

const FORMATS = ['csv', 'json'] as const;

interface Exported {
  readonly columns: readonly string[];
  readonly total: number;
  readonly pages: AsyncGenerator<AnyRow[], void>;
}

const KINDS = {
  referrals: (services) => readRows(services, Referral),
  proofs: readProofs,
  'claim-history': (services) => readRows(services, ClaimHistoryEntry),
  ledger: (services) => readRows(services, LedgerEntry),
} satisfies Record<string, (services: Services) => Promise<Exported>>;

interface Options {
  readonly json?: true;
  readonly format: (typeof FORMATS)[number];
}

export const EXPORT = defineCommand({
  name: 'export',
  description: 'write referrals, proofs, ended claims or the ledger to standard output',
  example: 'export ledger --format json',
  well: 'all rows are written',
  configure: (command) =>
    command
      .addArgument(new Argument('<kind>', 'rows to write').choices(Object.keys(KINDS)))
      .addOption(
        new Option('--format <format>', 'csv for spreadsheets, or json with one object per line')
          .choices(FORMATS)
          .default('csv'),
      ),
  run: async (services: Services, kind: keyof typeof KINDS, { json, format }: Options) =>
    write(await KINDS[kind](services), json === true || format === 'json'),
  describe: null,
});

async function write(exported: Exported, isJson: boolean): Promise<void> {
  const total = process.stdout.isTTY ? 0 : exported.total;
  await withProgress('Exporting', total, (onProgress) =>
    pipeline(Readable.from(texts(exported, isJson, onProgress)), process.stdout, { end: false }),
  );
}

/** Without this mark, Excel would not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

async function* texts(
  { columns, pages }: Exported,
  isJson: boolean,
  onProgress: OnProgress,
): AsyncGenerator<string, void> {
  if (!isJson) {
    if (!process.stdout.isTTY) yield BYTE_ORDER_MARK;
    yield shown(toCsv(columns, [], true));
  }
  let done = 0;
  for await (const page of pages) {
    const lines = page.map((row) => `${JSON.stringify(row)}\n`);
    yield shown(isJson ? lines.join('') : toCsv(columns, page));
    onProgress((done += page.length));
  }
}

/** Returns CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets a leading apostrophe. */
export function toCsv(columns: readonly string[], rows: readonly AnyRow[], header = false): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

function shown(text: string): string {
  return process.stdout.isTTY ? printable(text.replaceAll('\r\n', '\n')) : text;
}

async function readProofs(services: Services): Promise<Exported> {
  const { pages, total } = await readRows(services, LogEntryRow);
  const columns = Object.keys({
    ...proofEntrySchema.shape,
    ...newLogEntrySchema.shape,
    subject: '',
  });
  return { columns, total, pages: entriesOf(pages) };
}

async function* entriesOf(pages: AsyncGenerator<AnyRow[], void>): AsyncGenerator<AnyRow[], void> {
  for await (const page of pages)
    yield page.map(({ entry }) => anyRow.parse(JSON.parse(String(entry))));
}

async function readRows<Entity extends object>(
  services: Services,
  entity: EntityTarget<Entity>,
): Promise<Exported> {
  const { reading } = await services.get(Database);
  const metadata = reading.getMetadata(entity);
  return {
    columns: metadata.columns.map(({ propertyName }) => propertyName),
    total: await reading.manager.count(entity),
    pages: pagesOfTable(metadata, metadata.columns, (sql, key) =>
      select(reading, anyRow, sql, key),
    ),
  };
}
