import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { DamagedLink } from '@/features/site/damaged-link';
import { ParodyBanner, SiteFooter, SiteHeader } from '@/features/site/site-frame';
import { focusHeading } from '@/lib/focus-heading';
import { routeAt } from './routes';

export function Layout() {
  const { title, description } = routeAt(useLocation().pathname);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
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
        {/* No Suspense boundary: if a context changed before React had hydrated the boundary, React would hydrate it in one
            blocking task. */}
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}

export function CurrentScreen() {
  const { Screen } = routeAt(useLocation().pathname);
  return <Screen />;
}

/**
 * When the screen changes, scrolls to the top and focuses the heading, so that screen readers announce it. On Back and
 * Forward, the browser restores the scroll position.
 */
export function RouteChange(): null {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
    focusHeading();
  }, [pathname, navigation]);

  return null;
}
