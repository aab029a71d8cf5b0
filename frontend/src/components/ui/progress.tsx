import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

interface ProgressProps extends ComponentProps<'div'> {
  /** Per cent, 0 to 100; null while unknown. */
  readonly value: number | null;
}

export function Progress({ value, className, ...props }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value ?? undefined}
      aria-valuetext={value === null ? undefined : `${Math.round(value)}%`}
      className={cx('h-3 overflow-hidden rounded-full bg-line forced-colors:border', className)}
      {...props}
    >
      <svg className="block size-full" aria-hidden="true">
        <rect
          width={`${value ?? 0}%`}
          height="100%"
          className="fill-gold transition-[width] duration-500 forced-colors:fill-[Highlight]"
        />
      </svg>
    </div>
  );
}
