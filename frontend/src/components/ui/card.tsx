import { cx } from 'class-variance-authority';
import { useId, type ComponentProps, type ReactNode } from 'react';

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode;
  action?: ReactNode;
}

export function Card({ title, action, className, children, ...props }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx('rounded-lg border border-line bg-dusk p-5 shadow-raised sm:p-6', className)}
      {...props}
    >
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2
          id={titleId}
          className="min-w-0 font-display text-subheading wrap-anywhere max-xs:text-xl"
        >
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
