import { Link } from 'react-router-dom';
import { FallenStones } from '@/components/art/fallen-stones';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

/** What stands where an address names no wallet. */
export function NoWallet() {
  return (
    <div className="flex flex-col gap-8 sm:flex-row sm:items-center">
      <FallenStones className="w-56 shrink-0 sm:w-72" />
      <div>
        <h2 className="font-display text-heading">Nobody is at the top</h2>
        <p className="mt-3 max-w-text text-stone">
          What you followed is not a wallet address. A pyramid with nobody at the top is called a
          cooperative, and we do not do those.
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <Button asChild>
            <Link to={paths.dashboard}>To the Dashboard</Link>
          </Button>
          <Button asChild variant="outline">
            <Link to={paths.landing}>Back to the Apex</Link>
          </Button>
        </p>
      </div>
    </div>
  );
}
