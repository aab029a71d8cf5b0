import { cx } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';

export function FinePrint({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cx('max-w-text text-[0.9375rem] text-stone', className)} {...props} />;
}

/** Its text is meant literally, unlike the parody around it. */
export function Disclaimer({ children }: { children: ReactNode }) {
  return (
    <div className="mt-10 rounded-lg border border-gold-deep p-5 sm:p-6">
      <h3 className="font-display text-subheading text-gold-bright">Disclaimer</h3>
      <div className="mt-2 max-w-text flex flex-col gap-3">{children}</div>
    </div>
  );
}
