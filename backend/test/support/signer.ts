import { generateKeyPairSync, sign } from 'node:crypto';
import bs58 from 'bs58';

const KEY_BYTES = 32;

export interface Signer {
  readonly address: string;
  sign(message: Uint8Array): Uint8Array;
}

export function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spelled = publicKey.export({ format: 'der', type: 'spki' });
  return {
    address: bs58.encode(spelled.subarray(-KEY_BYTES)),
    sign: (message) => sign(null, message, privateKey),
  };
}
