import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusHeading } from '@/lib/focus-heading';
import { routeAt } from './routes';

/**
 * Does what a full page load would do when the visitor moves to another screen: the tab's title, the
 * top of the page, and the focus on its heading, so that a screen reader announces where one is.
 * Whoever goes back or forward is where they were: the browser sees to that.
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
