import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

/** The small print. On this site it is where the truth is kept. */
export function FinePrint({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cx('max-w-text text-[0.9375rem] text-stone', className)} {...props} />;
}
