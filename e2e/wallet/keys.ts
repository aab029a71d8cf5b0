import { generateKeyPairSync } from 'node:crypto';
import bs58 from 'bs58';

/** An Ed25519 key pair in the form that a page can import, and the Solana address that it stands for. */
export interface WalletKey {
  readonly address: string;
  readonly jwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly d: string;
  };
}

/** Makes a fresh key pair. */
export function createWalletKey(): WalletKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('the key has no coordinates');
  return {
    address: bs58.encode(Buffer.from(x, 'base64url')),
    jwk: { kty: 'OKP', crv: 'Ed25519', x, d },
  };
}
