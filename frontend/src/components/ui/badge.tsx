import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

export function Badge({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center rounded-sm bg-gold px-2 py-0.5 leading-snug font-medium whitespace-nowrap text-ink',
        className,
      )}
      {...props}
    />
  );
}
