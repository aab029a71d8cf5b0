import { createHash, timingSafeEqual } from 'node:crypto';

/** True if two secrets are equal. The duration of the comparison reveals nothing about the expected secret. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
