import { Link } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';
import { FallenStones } from '@/components/art/fallen-stones';

export function NotFoundRoute() {
  return (
    <div className="page safe-x flex min-h-[75dvh] flex-col justify-center gap-10 py-12 lg:flex-row-reverse lg:items-center lg:justify-between">
      <FallenStones className="w-64 max-w-full shrink-0 sm:w-80 lg:w-[32rem]" />
      <div>
        <h1 className="font-display max-w-[7em] text-title">
          404 - You've fallen off the pyramid!
        </h1>
        <p className="mt-5 max-w-[18.2em] text-xl text-stone sm:max-w-text">
          You are at ground level, which is where the exits are. Statistically, this is the
          strongest position in the whole structure.
        </p>
        <p className="mt-8">
          <Button asChild size="lg">
            <Link to={paths.landing}>Climb Back Up</Link>
          </Button>
        </p>
      </div>
    </div>
  );
}
