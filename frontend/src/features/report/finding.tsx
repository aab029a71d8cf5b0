import { useId, type ReactNode } from 'react';
import { SameInNumbers, type NumberTableProps } from '@/components/number-table';
import type { Statement } from './report-texts';

interface FindingProps {
  readonly statement: Statement;
  readonly method: string;
  /** A comment by CHEOPS, the fictional CEO, on the numbers. */
  readonly reading: string;
  readonly table: NumberTableProps;
  readonly children: ReactNode;
}

export function Finding({
  statement: { figure, lines },
  method,
  reading,
  table,
  children,
}: FindingProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="border-t border-line py-10 sm:py-16 print:break-inside-avoid print:py-6"
    >
      <div className="page safe-x grid gap-6 sm:gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14 print:block">
        <div className="max-w-md print:mb-4 print:max-w-none">
          <h2 id={titleId} className="font-display text-heading">
            <span className="text-gold-bright">{figure}</span> {lines.join(' ')}
          </h2>
          <p className="mt-3 text-[0.9375rem] text-stone sm:mt-4">{method}</p>
        </div>
        <figure className="min-w-0">
          {children === null ? null : (
            <div className="rounded-lg border border-line bg-dusk p-4 shadow-raised sm:p-7">
              {children}
            </div>
          )}
          <figcaption className="mt-5 border-l-2 border-gold pl-4 print:hidden">
            <p className="font-display text-xl leading-snug text-gold-bright">{`“${reading}”`}</p>
            <p className="text-sm text-stone">CHEOPS, on this chart</p>
          </figcaption>
          {children === null ? null : (
            <div className="mt-4">
              <SameInNumbers {...table} />
            </div>
          )}
        </figure>
      </div>
    </section>
  );
}

interface LegendProps {
  readonly entries: readonly (readonly [classes: string, text: ReactNode])[];
}

export function Legend({ entries }: LegendProps) {
  return (
    <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-[0.9375rem] text-stone">
      {entries.map(([classes, text], index) => (
        <li key={index} className="flex items-center gap-2.5">
          <svg
            viewBox="0 0 16 16"
            aria-hidden="true"
            className="size-4 shrink-0 forced-color-adjust-none"
          >
            <path d="M1.5 1.5H14.5V14.5H1.5Z" className={classes} />
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}
