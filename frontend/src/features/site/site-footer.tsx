import { Link } from 'react-router-dom';
import { LogoMark } from '@/components/art/logo-mark';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-dusk">
      <div className="page safe-x grid gap-6 py-10 pb-[max(2.5rem,env(safe-area-inset-bottom))] lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
        <div>
          <p className="flex items-center gap-3 font-display text-2xl">
            <LogoMark className="h-7 w-8" />
            Pyramidion
          </p>
          <Button asChild variant="link" size="sm" className="mt-2">
            <Link to={paths.proof}>Check every point yourself</Link>
          </Button>
        </div>
        <p className="max-w-text text-sm text-balance text-stone">
          A work of satire. CHEOPS does not exist, $SHARES are worth what jokes are worth, and no
          return of any kind is promised, projected or possible. Your wallet is real, so keep your
          seed phrase to yourself, on this site and on every other one.
        </p>
      </div>
    </footer>
  );
}
