import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { Reader } from '../../database/reader.js';
import type { CommonOptions } from '../command.js';
import { newCommand } from '../command.js';
import { showProgress } from '../progress.js';
import { withDatabase } from '../with-database.js';
import type { ExportedRow, Kind } from './kinds.js';
import { KINDS } from './kinds.js';

/** How rows are spelled. */
interface Format {
  readonly head: (columns: readonly string[]) => string;
  readonly page: (columns: readonly string[], rows: readonly ExportedRow[]) => string;
}

/** CSV as RFC 4180 has it. A cell that a spreadsheet would take for a formula starts with an apostrophe. */
function csv(rows: readonly (readonly unknown[])[]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
  });
}

/** The formats of an export, by name. */
export const FORMATS = {
  csv: {
    head: (columns) => csv([columns]),
    page: (columns, rows) => csv(rows.map((row) => columns.map((column) => row[column]))),
  },
  json: {
    head: () => '',
    page: (_columns, rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  },
} satisfies Record<string, Format>;

interface Options extends CommonOptions {
  readonly format: keyof typeof FORMATS;
}

const countRow = z.object({ count: z.int() });

/** `export KIND`: everything of a kind on standard output, while the server serves. */
export function exportCommand(): Command {
  return newCommand('export', 'write referrals, proofs or the ledger to standard output', {
    well: 'all is written',
    notWell: null,
  })
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

async function write(reader: Reader, kind: Kind, format: Format): Promise<void> {
  await pipeline(Readable.from(spell(reader, kind, format)), process.stdout, { end: false });
}

async function* spell(reader: Reader, kind: Kind, format: Format): AsyncGenerator<string, void> {
  const [row] = await reader.select(countRow, `SELECT count(*) AS count FROM ${kind.from}`);
  const progress = showProgress('Exporting', process.stdout.isTTY ? 0 : (row?.count ?? 0));
  let done = 0;
  const columns = kind.columns(reader);
  yield format.head(columns);
  for await (const page of kind.pages(reader)) {
    yield format.page(columns, page);
    done += page.length;
    progress.reach(done);
  }
  progress.stop();
}
