/** Addresses of the screens: those of the specification, section 2, and where its points are proven. */
export const paths = {
  landing: '/',
  dashboard: '/dashboard',
  about: '/about',
  howToParticipate: '/how-to-participate',
  proof: '/proof',
} as const;
