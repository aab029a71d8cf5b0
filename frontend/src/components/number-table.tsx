import { Table } from '@/components/ui/table';
import { formatCount } from '@/lib/format';

export interface NumberTableProps {
  readonly caption: string;
  readonly columns: readonly [string, ...string[]];
  readonly rows: readonly (readonly [string, ...(number | string)[]])[];
}

export function NumberTable({ caption, columns, rows }: NumberTableProps) {
  return (
    <Table
      caption={caption}
      className="text-right text-[0.9375rem]"
      headClassName=""
      columns={columns.map((column, index) => [
        column,
        index === 0 ? 'py-2 text-left' : 'py-2 pl-3',
      ])}
    >
      {rows.map(([heading, ...cells]) => (
        <tr key={heading} className="border-t border-line">
          <th scope="row" data-column={columns[0]} className="py-2 text-left font-normal">
            {heading}
          </th>
          {cells.map((cell, index) => (
            <td key={columns[index + 1]} data-column={columns[index + 1]} className="py-2 pl-3">
              {typeof cell === 'number' ? formatCount(cell) : cell}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

export function SameInNumbers(props: NumberTableProps) {
  return (
    <details className="print:hidden">
      <summary className="min-h-11 cursor-pointer py-2 text-gold">The same in numbers</summary>
      <NumberTable {...props} />
    </details>
  );
}
