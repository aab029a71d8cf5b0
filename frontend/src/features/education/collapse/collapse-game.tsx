import { Check, Link } from 'lucide-react';
import { useCopy } from '@/components/copy';
import { Button } from '@/components/ui/button';
import { Table } from '@/components/ui/table';
import { formatCount } from '@/lib/format';
import type { CollapseLevel } from './closed-form';
import { CollapseCanvas } from './collapse-canvas';
import { Controls } from './controls';
import { betText, lostText, verdictOn, type PlayedCollapse } from './play';
import { Populations } from './populations-list';
import { prefersStills, useCollapse } from './use-collapse';

/** Founds a pyramid, has it fall, and says who lost. `wallet` is the visitor's own, or null. */
export function CollapseGame({ wallet }: { readonly wallet: string | null }) {
  const { wager, collapse, shown, failure, figure, found, carryOn, changeTerms, finish } =
    useCollapse();
  const { copied, copy, byHand } = useCopy('link');
  const isOver = shown === 'fallen';

  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
        <figure
          ref={figure}
          className="relative scroll-mt-16 overflow-hidden rounded-lg border border-line bg-night forced-color-adjust-none lg:order-last"
        >
          {isOver && prefersStills() ? (
            <CollapseCanvas wager={wager} collapse={collapse} shown="standing" onOver={finish} />
          ) : null}
          <div className="relative">
            <CollapseCanvas wager={wager} collapse={collapse} shown={shown} onOver={finish} />
            {isOver ? <Headline collapse={collapse} /> : null}
          </div>
        </figure>
        <div>
          <Controls wager={wager} onChange={changeTerms} />
          <div className="mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
            {shown === 'playing' ? (
              <Button variant="outline" onClick={finish}>
                Skip to the End
              </Button>
            ) : (
              <Button onClick={() => found([])}>
                {isOver ? 'Found Another' : 'Found the Pyramid'}
              </Button>
            )}
            {wallet === null ? null : (
              <Button variant="outline" onClick={() => void carryOn(wallet)}>
                Carry On with Mine
              </Button>
            )}
            {isOver ? (
              <Button variant="secondary" onClick={() => void copy(window.location.href)}>
                {copied ? <Check aria-hidden="true" /> : <Link aria-hidden="true" />}
                <span>{copied ? 'Copied' : 'Copy This Collapse'}</span>
              </Button>
            ) : null}
          </div>
          {isOver ? byHand : null}
          <p role="status" className="mt-3 text-ember">
            {failure}
          </p>
          <div role="status" className="mt-5 max-w-text">
            {isOver ? (
              <>
                <p className="text-lg leading-snug">{verdictOn(collapse)}</p>
                <p className="mt-2 text-stone">
                  {betText(collapse, wager.bet)} You are still up there. Founders usually are.
                </p>
              </>
            ) : null}
          </div>
        </div>
      </div>
      {isOver ? (
        <div className="mt-8 grid items-start gap-x-14 gap-y-6 lg:grid-cols-2">
          <Populations each={wager.each} title="And if nobody ever said no" />
          <LevelTable levels={collapse.levels} />
        </div>
      ) : null}
    </>
  );
}

/** The result in the sky where the pyramid stood; the text beneath the picture says it, too. */
function Headline({ collapse }: { readonly collapse: PlayedCollapse }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-4 top-[23%] animate-arrive text-center leading-tight"
    >
      <span className="block text-sm text-sand sm:text-base">
        {`Ended on level ${collapse.endsOn}`}
      </span>
      <span className="block font-display text-hero text-ember">{lostText(collapse)}</span>
      <span className="block text-sm text-sand sm:text-base">
        stood on the last two levels, and paid for the rest
      </span>
    </p>
  );
}

function LevelTable({ levels }: { readonly levels: readonly CollapseLevel[] }) {
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
