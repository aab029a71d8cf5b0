import { PublicKey } from '@solana/web3.js';

/** True if `text` is base58 of 32 bytes. */
export function isAddress(text: string): boolean {
  try {
    return new PublicKey(text).toBase58() === text;
  } catch {
    return false;
  }
}
