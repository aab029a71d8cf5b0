import { formatCount } from '@/lib/format';
import type { CollapseLevel } from './closed-form';

/** The collapse in numbers. */
export function LevelTable({ levels }: { readonly levels: readonly CollapseLevel[] }) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-gold">The same in numbers</summary>
      <table className="reflow w-full border-collapse text-right text-[0.9375rem] tabular-nums">
        <caption className="sr-only">Recruits on each level</caption>
        <thead>
          <tr className="text-sm text-stone">
            <th scope="col" className="py-2 text-left font-normal">
              Level
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              Joining
            </th>
            <th scope="col" className="py-2 pl-3 font-normal">
              Recruited by then
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </details>
  );
}
