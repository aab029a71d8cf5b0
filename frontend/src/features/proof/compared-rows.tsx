import { cx } from 'class-variance-authority';
import { formatCount, shortenAddress } from '@/lib/format';
import type { Agreement, ComparedRow } from './compare-board';
import { POINTS_PER_RECRUIT } from './compare-board';

const WORDS: Record<Agreement, string> = {
  agrees: 'agrees',
  differs: 'differs',
  undecided: 'reading',
};

const LOOKS: Record<Agreement, string> = {
  agrees: 'text-gold-bright',
  differs: 'font-medium text-ember',
  undecided: 'text-stone',
};

/** Proven recruits by the board and by the proofs, row by row, and whether they agree. */
export function ComparedRows({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    <table className="reflow w-full border-collapse tabular-nums max-xs:text-[0.9375rem]">
      <caption className="sr-only">Proven recruits on the board and recomputed</caption>
      <thead>
        <tr className="h-10 text-left text-sm text-stone">
          <th scope="col" className="font-normal">
            Wallet
          </th>
          <th scope="col" className="text-right font-normal">
            Board
          </th>
          <th scope="col" className="pl-3 text-right font-normal">
            Yours
          </th>
          <th scope="col" className="pl-3 text-right font-normal max-sm:hidden">
            Recruit points
          </th>
          <th scope="col" className="w-20 pl-3 text-right font-normal">
            Verdict
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ wallet, onBoard, recomputed, agreement }) => (
          <tr key={wallet} className="h-10">
            <th scope="row" className="text-left font-normal whitespace-nowrap" title={wallet}>
              {shortenAddress(wallet)}
            </th>
            <td data-column="Board" className="text-right">
              {formatCount(onBoard)}
            </td>
            <td data-column="Yours" className="pl-3 text-right">
              {formatCount(recomputed)}
            </td>
            <td className="pl-3 text-right max-sm:hidden">
              {formatCount(recomputed * POINTS_PER_RECRUIT)}
            </td>
            <td data-column="Verdict" className={cx('pl-3 text-right', LOOKS[agreement])}>
              {WORDS[agreement]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
