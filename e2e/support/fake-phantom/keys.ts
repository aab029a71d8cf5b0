import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import bs58 from 'bs58';

/** An Ed25519 key pair that a page can import, and its Solana address. */
export interface WalletKey {
  readonly address: string;
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly d: string;
  };
}

/** PKCS #8 header of a 32-byte Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const SEED_BYTES = 32;

export function createWalletKey(): WalletKey {
  return toWalletKey(generateKeyPairSync('ed25519').privateKey);
}

/** Returns the same key pair for the same number (0 to 255), so that pictures are repeatable. */
export function numberedWalletKey(number: number): WalletKey {
  const key = Buffer.concat([PKCS8_HEAD, Buffer.alloc(SEED_BYTES, number)]);
  return toWalletKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

function toWalletKey(privateKey: KeyObject): WalletKey {
  const { x, d } = privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('the key has no coordinates');
  return {
    address: bs58.encode(Buffer.from(x, 'base64url')),
    jwk: { kty: 'OKP', crv: 'Ed25519', x, d },
  };
}
