/** Names everything that a signature makes public. It is shown before the visitor is asked to sign. */
export const PUBLISHED =
  'Your address, your referrer and the signature are published for good, and the referrer cannot be changed afterwards.';
