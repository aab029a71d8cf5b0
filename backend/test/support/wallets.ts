import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** Returns an invented wallet address, which depends only on the name. */
export function wallet(name: string | number): string {
  return bs58.encode(createHash('sha256').update(String(name)).digest());
}
