import { cx } from 'class-variance-authority';
import type { ComponentProps } from 'react';

interface SizedToLongestProps extends ComponentProps<'p'> {
  readonly texts: readonly string[];
}

/** A paragraph that is high enough for the longest of its texts, so that a change rarely moves the elements below. */
export function SizedToLongest({ texts, className, children, ...props }: SizedToLongestProps) {
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '');
  return (
    <p
      {...props}
      data-longest={longest}
      className={cx(
        'grid *:col-start-1 *:row-start-1 after:invisible after:col-start-1 after:row-start-1 after:content-[attr(data-longest)]',
        className,
      )}
    >
      <span>{children}</span>
    </p>
  );
}
