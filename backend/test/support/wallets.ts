import { createHash } from 'node:crypto';
import bs58 from 'bs58';

/** The address of an invented wallet; the same name is the same wallet. */
export function wallet(name: string | number): string {
  return bs58.encode(createHash('sha256').update(String(name)).digest());
}
