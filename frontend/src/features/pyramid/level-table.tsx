import type { PyramidLevel } from '@backend/pyramid/pyramid.schema';
import { Table } from '@/components/ui/table';
import { formatCount } from '@/lib/format';

const COLUMNS = ['Recruits', 'Proven', 'Claimed', 'Not drawn'];

/** What stands on each level, drawn or not. */
export function LevelTable({ levels }: { readonly levels: readonly PyramidLevel[] }) {
  return (
    <Table
      caption="Recruits on each level"
      columns={[['Level', 'text-left'], ...COLUMNS.map((column) => [column, 'pl-2'] as const)]}
      className="max-xs:text-[0.9375rem]"
      headClassName="h-11 text-right"
    >
      {levels.map(({ level, recruits, proven, shown }) => (
        <tr key={level} className="h-11 border-t border-line text-right">
          <th scope="row" data-column="Level" className="text-left font-normal">
            {level}
          </th>
          {[recruits, proven, recruits - proven, recruits - shown].map((count, index) => (
            <td key={COLUMNS[index]} data-column={COLUMNS[index]} className="pl-2">
              {formatCount(count)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
