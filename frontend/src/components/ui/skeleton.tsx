import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

/** Holds the place of what is still loading. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden="true"
      className={cx(
        'block animate-breathe rounded-sm bg-line forced-colors:bg-[GrayText]',
        className,
      )}
      {...props}
    />
  );
}
