import { Indicator, Root } from '@radix-ui/react-progress';
import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

interface ProgressProps extends Omit<ComponentProps<typeof Root>, 'value' | 'max'> {
  /** Per cent, 0 to 100; null while it is not known. */
  value: number | null;
}

/** A bar that fills from the left. Its width is an attribute of a drawing, since the page allows no inline styles. */
export function Progress({ value, className, ...props }: ProgressProps) {
  return (
    <Root
      value={value}
      className={cx('h-3 overflow-hidden rounded-full bg-line forced-colors:border', className)}
      {...props}
    >
      <Indicator asChild>
        <svg className="block size-full" aria-hidden="true">
          <rect
            width={`${value ?? 0}%`}
            height="100%"
            className="fill-gold transition-[width] duration-500 forced-colors:fill-[Highlight]"
          />
        </svg>
      </Indicator>
    </Root>
  );
}
