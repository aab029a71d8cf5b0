import { cx } from 'class-variance-authority';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  lede: string;
  children: ReactNode;
}

export function Section({ title, lede, children }: SectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="border-t border-line py-10 sm:py-20 lg:py-24">
      <div className="page safe-x grid gap-6 sm:gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
        <div className="max-w-md">
          <h2 id={titleId} className="font-display text-heading">
            {title}
          </h2>
          <p className="mt-3 text-stone sm:mt-4">{lede}</p>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

interface PageHeaderProps {
  title: string;
  lede: string;
  picture?: string;
}

export function PageHeader({ title, lede, picture }: PageHeaderProps) {
  return (
    <div
      className={cx(
        'page safe-x pt-8 pb-14 sm:pt-14 sm:pb-20',
        picture && 'grid items-center gap-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
      )}
    >
      <div>
        <h1 className="font-display max-w-[8em] text-title">{title}</h1>
        <p className="mt-6 max-w-text text-xl text-stone">{lede}</p>
      </div>
      {picture ? (
        <img
          src={picture}
          alt=""
          width="440"
          height="400"
          className="mx-auto w-full max-w-sm rounded-lg border border-line bg-dusk shadow-raised lg:max-w-none"
        />
      ) : null}
    </div>
  );
}
