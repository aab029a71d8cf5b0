import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { ParodyBanner } from '@/features/site/parody-banner';
import { SiteFooter } from '@/features/site/site-footer';
import { SiteHeader } from '@/features/site/site-header';

/** What surrounds every screen. */
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
      <main id="main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter />
    </>
  );
}
