import { Link, NavLink } from 'react-router-dom';
import { LogoMark } from '@/components/art/logo-mark';
import { paths } from '@/config/paths';

const SCREENS = [
  { to: paths.dashboard, label: 'Dashboard' },
  { to: paths.about, label: 'Our AI CEO' },
  { to: paths.howToParticipate, label: 'Participate' },
  { to: paths.proof, label: 'Proof' },
];

export function SiteHeader() {
  return (
    <header className="page safe-x flex min-h-16 items-center justify-between gap-x-2 max-xs:flex-wrap sm:min-h-20">
      <Link
        to={paths.landing}
        aria-label="Pyramidion, home"
        className="-ml-2 inline-flex min-h-11 min-w-11 items-center gap-2.5 rounded-md px-2 active:opacity-70"
      >
        <LogoMark className="h-7 w-8" />
        <span className="font-display text-2xl max-sm:sr-only">Pyramidion</span>
      </Link>
      <nav aria-label="Main" className="max-xs:-mx-1.5 max-xs:grow">
        <ul className="flex items-center max-xs:flex-wrap max-xs:justify-between sm:gap-3">
          {SCREENS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="inline-flex min-h-11 items-center rounded-md px-1.5 text-[0.8125rem] text-stone sm:px-2 sm:text-[0.9375rem] decoration-gold decoration-2 underline-offset-8 transition hover:text-sand active:text-gold-bright aria-[current=page]:text-sand aria-[current=page]:underline"
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
