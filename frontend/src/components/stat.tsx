import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { UNKNOWN } from '@/lib/format';

interface StatProps {
  readonly label: string;
  readonly value: string | null;
  /** Maximum length, in characters, of a number that is shown at full size. */
  readonly roomFor: number;
  /** Null while unknown; undefined for no note. */
  readonly note?: string | null;
}

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
  readonly children: ReactNode;
}

export function Fact({ label, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line text-[0.9375rem] tabular-nums">
      <dt className="text-stone">{label}</dt>
      <dd className="flex min-h-11 grow items-center justify-end">{children ?? UNKNOWN}</dd>
    </div>
  );
}
