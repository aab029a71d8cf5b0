import { Suspense, useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { DamagedLink } from '@/features/site/damaged-link';
import { ParodyBanner, SiteFooter, SiteHeader } from '@/features/site/site-frame';
import { focusHeading } from '@/lib/focus-heading';
import { routeAt } from './routes';

export function Layout() {
  return (
    <>
      <a
        href="#main"
        className="fixed top-[max(0.5rem,env(safe-area-inset-top))] left-[max(0.5rem,env(safe-area-inset-left))] z-50 -translate-y-40 rounded-md bg-gold px-4 py-3 font-medium text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <ParodyBanner />
      <SiteHeader />
      <DamagedLink />
      <main id="main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter />
    </>
  );
}

/**
 * Does on the way to another screen what a full page load would do: the tab's title, the top of the page, and the focus on
 * its heading, so that a screen reader announces it. Whoever goes back or forward is where they were by the browser's doing.
 */
export function RouteChange(): null {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = routeAt(pathname).title;
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    focusHeading();
  }, [pathname, navigation]);

  return null;
}
