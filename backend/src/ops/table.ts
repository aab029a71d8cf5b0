import { printableLine } from '../core/printable.js';

const GAP = '  ';

type Cell = string | number;

/** Cells, or an object whose values are the cells. */
type Row = readonly Cell[] | Readonly<Record<string, Cell>>;

export function table(headings: readonly string[], rows: readonly Row[]): string {
  const lines = [headings, ...rows].map((row) => Object.values<Cell>(row));
  const columns = headings.map((_heading, column) => {
    const [heading, ...cells] = lines.map((line) => line[column]);
    const isNumber = cells.length > 0 && cells.every((cell) => typeof cell === 'number');
    const texts = [heading, ...cells].map(spell);
    const width = texts.reduce((most, { length }) => Math.max(most, length), 0);
    return texts.map((text) => (isNumber ? text.padStart(width) : text.padEnd(width)));
  });
  return lines
    .map((_line, row) => columns.map((column) => column[row]).join(GAP))
    .map((line) => line.trimEnd())
    .join('\n');
}

export function keyValueTable(rows: readonly (readonly [name: string, value: Cell])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}${GAP}${spell(value)}`).join('\n');
}

function spell(cell: Cell | undefined): string {
  return typeof cell === 'number' ? cell.toLocaleString('en') : printableLine(cell ?? '');
}
