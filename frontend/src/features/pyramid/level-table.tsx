import type { PyramidLevel } from '@backend/pyramid/pyramid.schema';
import { formatCount } from '@/lib/format';

const COLUMNS = ['Recruits', 'Proven', 'Claimed', 'Not drawn'];

/** What stands on each level, drawn or not. */
export function LevelTable({ levels }: { readonly levels: readonly PyramidLevel[] }) {
  return (
    <table className="reflow w-full border-collapse tabular-nums max-xs:text-[0.9375rem]">
      <caption className="sr-only">Recruits on each level</caption>
      <thead>
        <tr className="h-11 text-right text-sm text-stone">
          <th scope="col" className="text-left font-normal">
            Level
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="pl-2 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
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
      </tbody>
    </table>
  );
}
