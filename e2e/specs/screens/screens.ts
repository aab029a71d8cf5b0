/** Every screen that is the same for all visitors; that there is no other, the sitemap says. */
export const SCREENS = [
  '/',
  '/dashboard',
  '/about',
  '/how-to-participate',
  '/proof',
  '/what-we-ask',
] as const;

/** Where no screen is. */
export const UNKNOWN_PAGE = '/no/such/place';
