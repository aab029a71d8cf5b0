import { describe, expect, it } from '@jest/globals';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import { readSignedText } from './check-proof';
import { REFERRER, signInText } from '../../../test/proofs';

const fields = {
  domain: 'localhost:3000',
  signer: REFERRER,
  uri: 'http://localhost:3000',
  resource: `http://localhost:3000/?ref=${REFERRER}`,
};

describe('a signed text', () => {
  it('is parsed into domain, signer, URI, resource and times', () => {
    expect(readSignedText(signInText(fields))).toEqual({
      ...fields,
      issuedAt: '2026-11-21T08:00:00.000Z',
      expirationTime: '2026-11-21T08:05:00.000Z',
    });
  });

  it('equals the text that the wallet standard builds', () => {
    const text = createSignInMessageText({
      domain: fields.domain,
      address: fields.signer,
      statement: 'A parody. This moves nothing and costs nothing.',
      uri: fields.uri,
      version: '1',
      chainId: 'mainnet',
      nonce: '9f86d081884c7d659a2feaa0c55ad015',
      issuedAt: '2026-11-21T08:00:00.000Z',
      expirationTime: '2026-11-21T08:05:00.000Z',
      resources: [fields.resource],
    });
    expect(text).toBe(signInText(fields));
  });
});
