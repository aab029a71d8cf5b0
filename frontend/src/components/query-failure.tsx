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
    <div role="alert" className="bg-dusk py-3">
      <p className="text-ember">{children}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
