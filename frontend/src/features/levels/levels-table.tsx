import { LEVELS, recruitsRange, sharesRange } from './levels';

/** Levels with what they ask for and what they give. On a phone the perk moves under its row. */
export function LevelsTable() {
  return (
    <div className="@container">
      <table className="reflow block w-full md:table md:border-collapse">
        <caption className="sr-only">Pyramid levels with requirements and perks</caption>
        <thead className="block text-left text-sm text-stone md:table-header-group">
          <tr className="grid grid-cols-[1.1fr_1.35fr_0.7fr] xs:grid-cols-[1.45fr_1.35fr_0.8fr] gap-x-3 pb-2 md:table-row">
            <th scope="col" className="font-normal md:w-[21%] md:pb-3">
              Level
            </th>
            <th scope="col" className="font-normal md:w-[21%] md:pb-3">
              Shares
            </th>
            <th scope="col" className="font-normal md:w-[10%] md:pb-3">
              Recruits
            </th>
            <th scope="col" className="sr-only md:not-sr-only md:pb-3 md:font-normal">
              Perks
            </th>
          </tr>
        </thead>
        <tbody className="block md:table-row-group">
          {LEVELS.map((level) => (
            <tr
              key={level.name}
              className="grid grid-cols-[1.1fr_1.35fr_0.7fr] xs:grid-cols-[1.45fr_1.35fr_0.8fr] gap-x-3 gap-y-1 border-t border-line py-4 md:table-row"
            >
              <th
                scope="row"
                className="text-left font-display text-xl leading-tight font-normal text-gold-bright md:py-4 md:pr-6 md:whitespace-nowrap"
              >
                {level.name}
              </th>
              <td
                data-column="Shares"
                className="tabular-nums max-md:text-[0.9375rem] max-xs:text-sm md:py-4 md:pr-6 md:whitespace-nowrap"
              >
                {sharesRange(level)}
              </td>
              <td
                data-column="Recruits"
                className="whitespace-nowrap tabular-nums max-md:text-[0.9375rem] max-xs:text-sm md:py-4 md:pr-6"
              >
                {recruitsRange(level)}
              </td>
              <td className="col-span-3 text-[0.9375rem] text-stone md:py-4">{level.perk}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
