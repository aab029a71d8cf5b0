export const PUBLISHED =
  'Your address, your referrer and the signature are published for good, and the referrer cannot be changed afterwards.';
