import type { ComponentProps } from 'react';

export function NewTabLink({ children, ...props }: ComponentProps<'a'>) {
  return (
    <a {...props} target="_blank" rel="noopener">
      {children}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
