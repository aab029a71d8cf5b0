/** All screens with a fixed path. A test compares this list with the sitemap. */
export const SCREENS = [
  '/',
  '/dashboard',
  '/about',
  '/how-to-participate',
  '/proof',
  '/what-we-ask',
  '/report',
] as const;

/** A path without a screen. */
export const UNKNOWN_PAGE = '/no/such/place';
