import { printableLine } from '../core/printable.js';

const GAP = '  ';

/** A value in a table; numbers are aligned to the right. */
export type Cell = string | number;

/** A table for people: a line of headings, then a line a row. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => spell(row[column]).length)),
  );
  const isNumber = (column: number): boolean =>
    rows.length > 0 && rows.every((row) => typeof row[column] === 'number');
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumber(column) ? spell(cell).padStart(width) : spell(cell).padEnd(width);
      })
      .join(GAP)
      .trimEnd();
  return [headings, ...rows].map(line).join('\n');
}

/** Facts about one thing, a line each. */
export function facts(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}${GAP}${spell(value)}`).join('\n');
}

function spell(cell: Cell | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en') : printableLine(cell ?? '');
}
