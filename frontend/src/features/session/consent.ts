/** Says what a signature makes public, and that it is final. */
export const PUBLISHED =
  'Your address, your referrer and the signature are published for good, and the referrer cannot be changed afterwards.';
