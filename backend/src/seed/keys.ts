import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import bs58 from 'bs58';

/** What a private key of Ed25519 starts with in DER (RFC 8410, section 7). */
const KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const ADDRESS_BYTES = 32;

/** An address that nobody has the key of. */
export function inventAddress(seed: number, index: number): string {
  return bs58.encode(hashOf(seed, index));
}

/** An address whose key anybody can invent once more. */
export function inventSigningAddress(seed: number, index: number): string {
  const spelled = createPublicKey(inventKey(seed, index)).export({ format: 'der', type: 'spki' });
  return bs58.encode(spelled.subarray(-ADDRESS_BYTES));
}

/** The signature of such an address over a text, base64. */
export function signAs(seed: number, index: number, text: string): string {
  return sign(null, Buffer.from(text), inventKey(seed, index)).toString('base64');
}

function inventKey(seed: number, index: number): KeyObject {
  const key = Buffer.concat([KEY_PREFIX, hashOf(seed, index)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function hashOf(seed: number, index: number): Buffer {
  return createHash('sha256').update(`${seed}:${index}`).digest();
}
