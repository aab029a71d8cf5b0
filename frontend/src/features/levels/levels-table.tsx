import { cx } from 'class-variance-authority';
import { LEVELS, rangeOf } from './levels';

const COLUMNS = [
  ['Level', 'font-normal md:w-[21%]'],
  ['Shares', 'font-normal md:w-[21%]'],
  ['Recruits', 'font-normal md:w-[10%]'],
  ['Perks', 'sr-only md:not-sr-only md:font-normal'],
];
const ROW =
  'grid grid-cols-[1.1fr_1.35fr_0.7fr] xs:grid-cols-[1.45fr_1.35fr_0.8fr] gap-x-3 md:table-row';
const RANGE = 'tabular-nums max-md:text-[0.9375rem] max-xs:text-sm md:py-4 md:pr-6';

export function LevelsTable() {
  return (
    <div className="@container">
      <table className="reflow block w-full md:table md:border-collapse">
        <caption className="sr-only">Pyramid levels with requirements and perks</caption>
        <thead className="block text-left text-sm text-stone md:table-header-group">
          <tr className={cx(ROW, 'pb-2')}>
            {COLUMNS.map(([heading, className]) => (
              <th key={heading} scope="col" className={cx('md:pb-3', className)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {LEVELS.map((level) => (
            <tr key={level.name} className={cx(ROW, 'gap-y-1 border-t border-line py-4')}>
              <th
                scope="row"
                className="text-left font-display text-xl leading-tight font-normal text-gold-bright md:py-4 md:pr-6 md:whitespace-nowrap"
              >
                {level.name}
              </th>
              <td data-column="Shares" className={cx(RANGE, 'md:whitespace-nowrap')}>
                {rangeOf(level, 'minShares')}
              </td>
              <td data-column="Recruits" className={cx(RANGE, 'whitespace-nowrap')}>
                {rangeOf(level, 'minRecruits')}
              </td>
              <td className="col-span-3 text-[0.9375rem] text-stone md:py-4">{level.perk}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
