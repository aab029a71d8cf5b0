import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** Returns the address of an invented wallet, always the same for the same name. */
export function wallet(name: string | number): string {
  return bs58.encode(createHash('sha256').update(String(name)).digest());
}
