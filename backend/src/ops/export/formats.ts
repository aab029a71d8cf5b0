import { stringify } from 'csv-stringify/sync';
import type { ExportedRow } from './kinds.js';

/** How rows are spelled. */
export interface Format {
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
