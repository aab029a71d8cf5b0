import { Link, NavLink } from 'react-router-dom';
import { LogoMark } from '@/components/art/logo-mark';
import { Button } from '@/components/ui/button';
import { paths } from '@/config/paths';

const SCREENS = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.about, label: 'AI CEO' },
  { to: paths.howToParticipate, label: 'Participate' },
  { to: paths.whatWeAsk, label: 'What We Ask' },
];

export function SiteHeader() {
  return (
    <header className="page safe-x flex print:hidden min-h-16 flex-wrap items-center justify-between gap-x-2 sm:min-h-20">
      <Link
        to={paths.landing}
        aria-label="Pyramidion, home"
        className="-ml-2 inline-flex min-h-11 min-w-11 items-center gap-2.5 rounded-md px-2 active:opacity-70"
      >
        <LogoMark className="h-7 w-8" />
        <span className="font-display text-2xl max-sm:sr-only">Pyramidion</span>
      </Link>
      <nav aria-label="Main" className="-mx-1 max-xs:basis-full">
        <ul className="flex flex-wrap items-center max-xs:justify-between sm:gap-3">
          {SCREENS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="inline-flex min-h-11 items-center rounded-md px-1 text-[0.8125rem] text-stone max-[22rem]:text-xs sm:px-2 sm:text-[0.9375rem] decoration-gold decoration-2 underline-offset-8 transition hover:text-sand active:text-gold-bright aria-[current=page]:text-sand aria-[current=page]:underline"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

export function SiteFooter() {
  return (
    <footer className="border-t border-line bg-dusk print:hidden">
      <div className="page safe-x grid gap-6 py-10 pb-[max(2.5rem,env(safe-area-inset-bottom))] lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-14">
        <div>
          <p className="flex items-center gap-3 font-display text-2xl">
            <LogoMark className="h-7 w-8" />
            Pyramidion
          </p>
          <Button asChild variant="link" size="sm" className="mt-2">
            <Link to={paths.proof}>Check every point yourself</Link>
          </Button>
          <Button asChild variant="link" size="sm" className="ml-6">
            <Link to={paths.report}>Shareholder report</Link>
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

export function ParodyBanner() {
  return (
    <aside
      aria-label="Parody notice"
      className="safe-x sticky top-0 z-40 border-b border-line bg-dusk pt-[env(safe-area-inset-top)] text-center text-[0.8125rem] leading-snug text-sand"
    >
      <p className="py-2">
        <strong className="font-semibold text-gold-bright">This is a parody.</strong> Nothing is for
        sale. We never ask for a transaction, an approval, a seed phrase or money.
      </p>
    </aside>
  );
}
