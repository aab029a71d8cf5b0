import { cx } from 'class-variance-authority';
import { UNKNOWN } from '@/lib/format';

interface StatProps {
  readonly label: string;
  /** The number as it is shown, and perhaps its unit; null while it is not known. */
  readonly value: string | null;
  /** Most characters that fit at full size. */
  readonly roomFor: number;
  /** What is said of it; its line is kept free while that is null. */
  readonly note?: string | null;
}

/** An entry of a description list: a number in large type; a long one in smaller type, so that it does not break. */
export function Stat({ label, value, roomFor, note }: StatProps) {
  const shown = value ?? UNKNOWN;
  return (
    <div>
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
          <span className="mt-1 block min-h-6 text-sm max-xs:min-h-12 text-stone tabular-nums">
            {note}
          </span>
        )}
      </dd>
    </div>
  );
}
