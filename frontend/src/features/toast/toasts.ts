/** The toasts of docs/product.md. */
export const TOASTS = {
  failed: {
    variant: 'destructive',
    title: 'Connection Failed',
    description: 'Could not connect to wallet. Please install Phantom from phantom.app.',
  },
  opening: {
    title: 'Opening Phantom',
    description:
      'Redirecting you to Phantom wallet... If nothing happens, please install Phantom from phantom.app.',
  },
  recruited: {
    title: 'Referral Bonus!',
    description: "You've been recruited! Extra points awarded.",
  },
  connected: {
    title: 'Wallet Connected',
    description: 'Welcome to the pyramid, recruit!',
  },
  copied: {
    title: 'Referral Link Copied!',
    description: 'Share this link to recruit others and earn points!',
  },
} as const;
