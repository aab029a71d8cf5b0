import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { screenTexts } from '@/config/screens';

/**
 * Does what a full page load would do when the visitor moves to another screen: the tab's title, the
 * top of the page, and the focus on its heading, so that a screen reader announces where one is.
 */
export function RouteChange(): null {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.title = screenTexts(pathname).title;
    window.scrollTo(0, 0);
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
