/** Addresses of the screens (specification, section 2). */
export const paths = {
  landing: '/',
  dashboard: '/dashboard',
  about: '/about',
  howToParticipate: '/how-to-participate',
} as const;
