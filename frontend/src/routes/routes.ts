import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { paths } from '@/config/paths';
import { lazyComponent, type LazyComponent } from '@/components/lazy-component';
import { DashboardRoute } from './dashboard';
import { LandingRoute } from './landing';

interface ScreenRoute {
  readonly path: string;
  readonly Screen: ComponentType | LazyComponent<object>;
}

/** Where each screen is. Those with a Connect button come with the app, the code of the others when it is wanted. */
export const ROUTES: readonly ScreenRoute[] = [
  { path: paths.landing, Screen: LandingRoute },
  { path: paths.dashboard, Screen: DashboardRoute },
  {
    path: paths.about,
    Screen: lazyComponent(async () => (await import('./about')).AboutRoute),
  },
  {
    path: paths.howToParticipate,
    Screen: lazyComponent(async () => (await import('./how-to-participate')).HowToParticipateRoute),
  },
  {
    path: paths.proof,
    Screen: lazyComponent(async () => (await import('./proof')).ProofRoute),
  },
  {
    path: paths.pyramid,
    Screen: lazyComponent(async () => (await import('./pyramid')).PyramidRoute),
  },
  {
    path: '*',
    Screen: lazyComponent(async () => (await import('./not-found')).NotFoundRoute),
  },
];

/** Fetches the code of the screen at a path. */
export async function preloadScreen(pathname: string): Promise<void> {
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (route && 'preload' in route.Screen) await route.Screen.preload();
}
