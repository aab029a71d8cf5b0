import type { ReactNode } from 'react';
import { focusHeading } from '@/lib/focus-heading';
import { Button, type ButtonProps } from './ui/button';

interface QueryFailureProps {
  readonly onRetry: () => unknown;
  readonly children: ReactNode;
}

export function QueryFailure({ onRetry, children }: QueryFailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-night px-4 py-3"
    >
      <p className="grow basis-40 text-[0.9375rem] text-ember">{children}</p>
      <RetryButton variant="secondary" onRetry={onRetry}>
        Try Again
      </RetryButton>
    </div>
  );
}

interface RetryButtonProps extends Pick<ButtonProps, 'variant' | 'children'> {
  readonly onRetry: () => unknown;
}

/** Moves the focus to a heading when clicked, because the button may disappear. */
export function RetryButton({ onRetry, ...props }: RetryButtonProps) {
  return (
    <Button
      {...props}
      size="sm"
      onClick={({ currentTarget }) => {
        focusHeading(currentTarget.closest('section'));
        onRetry();
      }}
    />
  );
}
