import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';

interface TableProps {
  readonly caption: string;
  readonly columns: readonly (readonly [heading: ReactNode, className?: string])[];
  readonly className?: string;
  readonly headClassName?: string;
  /** The rows. When the table becomes a list, a cell's label is its `data-column`. */
  readonly children: ReactNode;
}

/** A table that becomes a list if there is no room for columns, for example with a large font. */
export function Table({
  caption,
  columns,
  className,
  headClassName = 'h-10 text-left',
  children,
}: TableProps) {
  return (
    <div className="@container">
      <table className={cx('reflow w-full border-collapse tabular-nums', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className={cx('text-sm text-stone', headClassName)}>
            {columns.map(([heading, columnClassName], index) => (
              <th key={index} scope="col" className={cx('font-normal', columnClassName)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
