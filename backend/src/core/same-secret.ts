import { createHash, timingSafeEqual } from 'node:crypto';

/** The duration does not depend on how many characters of the secrets are equal. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
