/** All screens with a fixed path. */
export const SCREENS = [
  '/',
  '/dashboard',
  '/about',
  '/how-to-participate',
  '/proof',
  '/what-we-ask',
  '/report',
] as const;

export const UNKNOWN_PAGE = '/no/such/place';
