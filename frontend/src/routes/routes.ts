import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { isWalletAddress } from '@backend/shared/referral-link';
import { lazyPart } from '@/components/lazy-part';
import { paths } from '@/config/paths';
import { DashboardRoute } from './dashboard';
import { LandingRoute } from './landing';

interface ScreenRoute {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly Screen: ComponentType & { preload?(): Promise<unknown> };
}

const LANDING: ScreenRoute = {
  path: paths.landing,
  title: 'Pyramidion (parody): the AI-run pyramid scheme that admits it',
  description:
    'A parody. Connect a wallet, recruit your friends, own nothing. Pyramidion never asks for money, a transaction or a seed phrase.',
  Screen: LandingRoute,
};

const NOT_FOUND: ScreenRoute = {
  path: '*',
  title: '404 · Pyramidion (parody)',
  description: 'Nothing stands here. The pyramid is elsewhere.',
  Screen: lazyPart(async () => (await import('./not-found')).NotFoundRoute),
};

/** Screens with a Connect button are in the app's initial bundle; the others are lazy. */
export const ROUTES: readonly ScreenRoute[] = [
  LANDING,
  // Another path for referral links, because some browser extensions remove the parameter `ref`.
  { ...LANDING, path: paths.referral },
  {
    path: paths.dashboard,
    title: 'Your pyramid status · Pyramidion (parody)',
    description:
      'Level, recruits and points of a wallet in a pyramid scheme that admits it. A parody.',
    Screen: DashboardRoute,
  },
  {
    path: paths.about,
    title: 'Meet our AI CEO · Pyramidion (parody)',
    description:
      'CHEOPS, Chief Hype & Executive Officer, Pyramid Strategy. Entirely fictional, like every return ever promised to you.',
    Screen: lazyPart(async () => (await import('./about')).AboutRoute),
  },
  {
    path: paths.howToParticipate,
    title: 'How to participate · Pyramidion (parody)',
    description:
      'Levels, points and the activity score of a pyramid scheme that admits it. A parody.',
    Screen: lazyPart(async () => (await import('./how-to-participate')).HowToParticipateRoute),
  },
  {
    path: paths.proof,
    title: 'Proof, actually · Pyramidion (parody)',
    description:
      'Every recruit point stands on a signature that your own browser can check. A parody, audited by you.',
    Screen: lazyPart(async () => (await import('./proof')).ProofRoute),
  },
  {
    path: paths.whatWeAsk,
    title: 'What we ask of your wallet · Pyramidion (parody)',
    description:
      'Every request that this parody has for a wallet: to connect, and to sign one sentence. Never a transaction, an approval or a seed phrase.',
    Screen: lazyPart(async () => (await import('./what-we-ask')).WhatWeAskRoute),
  },
  {
    path: paths.report,
    title: 'Shareholder report · Pyramidion (parody)',
    description:
      'The real numbers of a pyramid scheme that admits it: who recruited nobody, who holds the points, and who would have lost money. A parody.',
    Screen: lazyPart(async () => (await import('./report')).ReportRoute),
  },
  {
    path: paths.pyramid,
    title: 'The whole pyramid · Pyramidion (parody)',
    description:
      'Everyone that one wallet recruited, and everyone below them, drawn stone by stone. A parody.',
    Screen: lazyPart(async () => (await import('./pyramid')).PyramidRoute),
  },
  NOT_FOUND,
];

/** Returns the screen of a path; the 404 screen for an unknown path, and for a pyramid of an invalid address. */
export function routeAt(pathname: string): ScreenRoute {
  const pyramid = matchPath(paths.pyramid, pathname);
  if (pyramid && !isWalletAddress(pyramid.params.wallet ?? '')) return NOT_FOUND;
  return ROUTES.find(({ path }) => matchPath(path, pathname)) ?? NOT_FOUND;
}

export async function preloadScreen(pathname: string): Promise<void> {
  await routeAt(pathname).Screen.preload?.();
}
