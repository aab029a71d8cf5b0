import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { PyramidNode } from '@backend/pyramid/pyramid.schema';
import { Avatar } from '@/components/art/avatar';
import { Button } from '@/components/ui/button';
import { NumberTable } from '@/components/number-table';
import { Table } from '@/components/ui/table';
import { pyramidPath } from '@/config/paths';
import { focusHeading } from '@/lib/focus-heading';
import { formatCount, shortenAddress } from '@/lib/format';
import type { KnownPyramid } from './pyramid-answer';

export function LevelTable({ levels, nodes }: Pick<KnownPyramid, 'levels' | 'nodes'>) {
  const undrawn = levels.map(
    ({ level, recruits }) => recruits - nodes.filter((node) => node.level === level).length,
  );
  const isDrawn = undrawn.every((count) => count === 0);
  return (
    <NumberTable
      caption="Recruits on each level"
      columns={['Level', 'Recruits', 'Proven', 'Claimed', ...(isDrawn ? [] : ['Not drawn'])]}
      rows={levels.map(({ level, recruits, proven }, row) => [
        `${level}`,
        recruits,
        proven,
        recruits - proven,
        ...(isDrawn ? [] : [undrawn[row] ?? 0]),
      ])}
    />
  );
}

const ROWS_AT_A_TIME = 20;

const WALLET_COLUMNS = [
  ['Level', 'pr-2'],
  ['Wallet', 'pr-2'],
  ['Brought by', 'pr-2'],
  ['Recruits', 'text-right'],
] as const;

export function WalletTable({ nodes }: { readonly nodes: readonly PyramidNode[] }) {
  const [rows, setRows] = useState(ROWS_AT_A_TIME);
  const hidden = nodes.length - rows;
  return (
    <>
      <Table
        caption="Every recruit in the drawing"
        columns={WALLET_COLUMNS}
        className="text-[0.9375rem]"
        headClassName="h-11 text-left"
      >
        {nodes.slice(0, rows).map((node) => (
          <tr key={node.wallet} className="h-11 border-t border-line">
            <td data-column="Level">{node.level}</td>
            <th scope="row" className="pr-2 text-left font-normal whitespace-nowrap">
              <Link
                to={pyramidPath(node.wallet)}
                className="inline-flex h-11 items-center gap-2.5 align-middle text-gold underline underline-offset-4"
              >
                <Avatar wallet={node.wallet} className="w-6 shrink-0 max-xs:hidden" />
                {shortenAddress(node.wallet)}
              </Link>
              <span className="ml-2 text-sm text-stone max-sm:-mt-2 max-sm:mb-2 max-sm:ml-0 max-sm:block">
                {node.status}
              </span>
            </th>
            <td data-column="Brought by" className="whitespace-nowrap">
              {shortenAddress(node.referrer)}
            </td>
            <td data-column="Recruits" className="text-right">
              {formatCount(node.recruits)}
            </td>
          </tr>
        ))}
      </Table>
      {hidden > 0 ? (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          onClick={({ currentTarget }) => {
            if (hidden <= ROWS_AT_A_TIME) focusHeading(currentTarget.closest('section'));
            setRows(rows + ROWS_AT_A_TIME);
          }}
        >
          {`Show ${Math.min(hidden, ROWS_AT_A_TIME)} More of ${formatCount(hidden)}`}
        </Button>
      ) : null}
    </>
  );
}
