import { createHash, timingSafeEqual } from 'node:crypto';

/** True if two secrets are equal. The duration does not depend on how many of their characters are equal. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
