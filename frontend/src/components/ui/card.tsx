import { cx } from 'class-variance-authority';
import { Children, useId, type ComponentProps, type ReactNode } from 'react';
import { ErrorBoundary } from '../error-boundary';
import { QueryFailure } from '../query-failure';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  /** Stands at the end of the title's line. */
  action?: ReactNode;
}

/** A titled part of the dashboard. */
export function Card({ title, action, className, children, ...props }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx('rounded-lg border border-line bg-dusk p-5 shadow-raised sm:p-6', className)}
      {...props}
    >
      <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-2">
        <h2 id={titleId} className="font-display text-subheading max-xs:text-xl">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Cards below one another; each has an error boundary of its own. */
export function CardColumn({ className, children }: Pick<CardProps, 'className' | 'children'>) {
  return (
    <div className={cx('grid grid-cols-1 gap-5', className)}>
      {Children.map(children, (card) => (
        <ErrorBoundary
          fallback={(retry) => (
            <div className="rounded-lg border border-line bg-dusk p-5 sm:p-6">
              <QueryFailure onRetry={retry}>
                This card has collapsed. The others are holding.
              </QueryFailure>
            </div>
          )}
        >
          {card}
        </ErrorBoundary>
      ))}
    </div>
  );
}
