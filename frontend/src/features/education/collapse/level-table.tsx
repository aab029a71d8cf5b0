import type { CollapseLevel } from '@backend/shared/collapse';
import { Table } from '@/components/ui/table';
import { formatCount } from '@/lib/format';

/** The levels of the picture as a table. */
export function LevelTable({ levels }: { readonly levels: readonly CollapseLevel[] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-gold">The same in numbers</summary>
      <Table
        caption="Recruits on each level"
        className="text-right text-[0.9375rem]"
        headClassName=""
        columns={[
          ['Level', 'py-2 text-left'],
          ['Joining', 'py-2 pl-3'],
          ['Recruited by then', 'py-2 pl-3'],
        ]}
      >
        {levels.map(({ level, joining, total }) => (
          <tr key={level} className="border-t border-line">
            <th scope="row" data-column="Level" className="py-2 text-left font-normal">
              {level}
            </th>
            <td data-column="Joining" className="py-2 pl-3">
              {formatCount(joining)}
            </td>
            <td data-column="Recruited by then" className="py-2 pl-3 text-gold-bright">
              {formatCount(total)}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
