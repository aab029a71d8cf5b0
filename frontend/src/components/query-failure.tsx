import type { ReactNode } from 'react';
import { Button } from './ui/button';

interface QueryFailureProps {
  onRetry: () => void;
  /** What could not be had, in a sentence. */
  children: ReactNode;
}

/** Stands in a card for data that did not come, with a way to ask again. */
export function QueryFailure({ onRetry, children }: QueryFailureProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-dusk py-3">
      <p className="grow basis-40 text-[0.9375rem] text-ember">{children}</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
