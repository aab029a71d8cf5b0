import { cx } from 'class-variance-authority';

interface LargeNumberProps {
  /** The number, and perhaps its unit. */
  children: string;
  /** Most characters that fit at full size. */
  roomFor: number;
}

/** A number in large type; a long one in smaller type, so that it does not break. */
export function LargeNumber({ children, roomFor }: LargeNumberProps) {
  return (
    <span
      className={cx(
        'block font-display break-words tabular-nums',
        children.length > roomFor
          ? 'text-2xl leading-9 max-xs:text-xl/9 sm:text-3xl sm:leading-12'
          : 'text-figure',
      )}
    >
      {children}
    </span>
  );
}
