import { createSignInMessage } from '@solana/wallet-standard-util';
import type { ProofEntry } from '../../src/transparency-log/log-entry.schema.js';
import type { Signer } from '../support/signer.js';

const ORIGIN = 'https://pyramidion.example';

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

export const nonceOf = (index: number): string => `nonce${index}`.padEnd(28, '0');

/** Returns the terms of a message that name the site or the referrer. */
export const termsOf = (site: string, referrer: string) => ({
  domain: new URL(site).host,
  uri: site,
  resources: [`${site}/?ref=${referrer}`],
});

/** @param changes replace terms of the message before the recruit signs it */
export function proofEntry(
  index: number,
  recruit: Signer,
  referrer: string,
  changes: Partial<Terms> = {},
): ProofEntry {
  const message = createSignInMessage({
    address: recruit.address,
    statement: 'This is a parody.',
    version: '1',
    chainId: 'mainnet',
    nonce: nonceOf(index),
    issuedAt: '2026-11-21T12:00:00.000Z',
    expirationTime: '2026-11-21T12:05:00.000Z',
    ...termsOf(ORIGIN, referrer),
    ...changes,
  });
  return {
    action: 'prove',
    message: Buffer.from(message).toString(),
    signature: Buffer.from(recruit.sign(message)).toString('base64'),
    recruit: recruit.address,
    referrer,
    at: '2026-11-21T12:01:00.000Z',
  };
}
