import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { UNKNOWN } from '@/lib/format';

interface StatProps {
  readonly label: string;
  /** The number as it is shown, and perhaps its unit; null while it is not known. */
  readonly value: string | null;
  /** Most characters that fit at full size. */
  readonly roomFor: number;
  /** A line below the number; null while it is not known. */
  readonly note?: string | null;
}

/** An entry of a description list: a number in large type; a long one in smaller type, so that it does not break. */
export function Stat({ label, value, roomFor, note }: StatProps) {
  const shown = value ?? UNKNOWN;
  return (
    <div className="min-w-0 wrap-anywhere">
      <dt className="text-stone">{label}</dt>
      <dd className="mt-1">
        <span
          className={cx(
            'block font-display break-words tabular-nums',
            shown.length > roomFor
              ? 'text-2xl leading-9 max-xs:text-xl/9 sm:text-3xl sm:leading-12'
              : 'text-figure',
          )}
        >
          {shown}
        </span>
        {note === undefined ? null : (
          <span className="mt-1 block text-sm text-stone tabular-nums">{note ?? '\u00a0'}</span>
        )}
      </dd>
    </div>
  );
}

interface FactProps {
  readonly label: string;
  /** Null while it is not known. */
  readonly children: ReactNode;
}

/** An entry of a description list: a line with its label at one end and its text at the other. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line text-[0.9375rem] tabular-nums">
      <dt className="text-stone">{label}</dt>
      <dd className="flex min-h-11 grow items-center justify-end">{children ?? UNKNOWN}</dd>
    </div>
  );
}
