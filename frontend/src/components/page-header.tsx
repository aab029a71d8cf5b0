import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  lede: ReactNode;
  children?: ReactNode;
}

/** Title and first words of a screen that is mostly text. */
export function PageHeader({ title, lede, children }: PageHeaderProps) {
  return (
    <div className="page safe-x pt-8 pb-14 sm:pt-14 sm:pb-20">
      <h1 className="font-display max-w-[8em] text-title">{title}</h1>
      <p className="mt-6 max-w-text text-xl text-stone">{lede}</p>
      {children}
    </div>
  );
}
