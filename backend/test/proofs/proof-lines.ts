import { createSignInMessage } from '@solana/wallet-standard-util';
import type { ProofLine } from '../../src/proofs/proofs.schema.js';
import type { Signer } from '../support/signer.js';

const ORIGIN = 'https://pyramidion.example';

/** Contents of a signed message. */
interface Terms {
  readonly domain: string;
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
  readonly resources: string[];
}

/** Returns the nonce of a proof by its number. */
export const nonceOf = (number: number): string => `nonce${number}`.padEnd(28, '0');

/** Returns a proof's line as the server writes it; `changes` apply before signing. */
export function proofLine(
  number: number,
  recruit: Signer,
  referrer: string,
  changes: Partial<Terms> = {},
): ProofLine {
  const message = createSignInMessage({
    domain: 'pyramidion.example',
    address: recruit.address,
    statement: 'This is a parody.',
    uri: ORIGIN,
    version: '1',
    chainId: 'mainnet',
    nonce: nonceOf(number),
    issuedAt: '2026-11-21T12:00:00.000Z',
    expirationTime: '2026-11-21T12:05:00.000Z',
    resources: [`${ORIGIN}/?ref=${referrer}`],
    ...changes,
  });
  return {
    number,
    recruit: recruit.address,
    referrer,
    message: Buffer.from(message).toString('base64'),
    signature: Buffer.from(recruit.sign(message)).toString('base64'),
    provenAt: '2026-11-21T12:01:00.000Z',
  };
}
