import { Button } from '@/components/ui/button';
import { Controls } from './controls';
import type { Wager } from './wager';

interface FreePlayProps {
  readonly wager: Wager;
  readonly isOver: boolean;
  readonly onChange: (terms: Partial<Wager>) => void;
  readonly onStart: () => void;
}

/** Lets the visitor play any number of pyramids on their own terms. */
export function FreePlay({ wager, isOver, onChange, onStart }: FreePlayProps) {
  return (
    <div className="not-first:mt-8">
      <h3 className="font-display text-3xl">Start a pyramid. Watch it run out of people.</h3>
      <p className="mt-2 mb-4 text-stone">You may ask everyone on Earth, once each.</p>
      <Controls wager={wager} onChange={onChange} />
      <Button
        variant={isOver ? 'outline' : 'default'}
        className="mt-4 max-sm:w-full"
        onClick={onStart}
      >
        {isOver ? 'Start Another' : 'Start the Pyramid'}
      </Button>
    </div>
  );
}
