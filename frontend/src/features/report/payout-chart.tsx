import { cx } from 'class-variance-authority';
import type { Report } from '@backend/report/report.schema';
import type { NumberTableProps } from '@/components/number-table';
import { Legend } from './finding';
import { coinsText, shareOf, type Share } from './report-texts';

type Payout = Report['payout'];

const LOST = 'fill-dune stroke-ember';

/** A person in a square of 10 units, as path data from its corner: a head, and a stone for a body. */
const PERSON = 'm5 .8a1.7 1.7 0 1 1-.01 0zm-1.6 4.2h3.2l1.4 4.4h-6z';

/** Draws one person per payer, up to a hundred. */
export function PayoutChart({ payout }: { readonly payout: Payout }) {
  const share = shareOf(payout.lost, payout.paid);
  return (
    <>
      <p className="mb-3 text-sm text-stone">
        {share.of === 100 ? 'Of 100 who paid' : 'Everybody who paid'}
      </p>
      <div role="img" aria-label={`${share.part} of ${share.of} would have lost`}>
        <Crowd share={share} columns={10} className="sm:hidden print:hidden" />
        <Crowd share={share} columns={20} className="max-sm:hidden print:block" />
      </div>
      <Legend
        entries={[
          [LOST, 'Would have lost'],
          ['fill-gold', 'Would not'],
        ]}
      />
    </>
  );
}

interface CrowdProps {
  readonly share: Share;
  readonly columns: number;
  readonly className: string;
}

function Crowd({ share: { part, of }, columns, className }: CrowdProps) {
  const people = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => {
      const [row, column] = [Math.floor((from + index) / columns), (from + index) % columns];
      return `M${column * 10} ${row * 10}${PERSON}`;
    }).join('');
  return (
    <svg
      viewBox={`0 0 ${columns * 10} ${Math.ceil(of / columns) * 10}`}
      aria-hidden="true"
      className={cx('h-auto w-full forced-color-adjust-none', className)}
    >
      <path d={people(0, of - part)} className="fill-gold" />
      <path d={people(of - part, of)} className={LOST} strokeWidth="0.5" />
    </svg>
  );
}

export function payoutTable({ paid, lost, most }: Payout): NumberTableProps {
  return {
    caption: 'What it would have paid',
    columns: ['Recruits', 'Number'],
    rows: [
      ['Paid one coin', paid],
      ['Would have lost', lost],
      ['Would not', paid - lost],
      ['The one on top would have', coinsText(most)],
    ],
  };
}
