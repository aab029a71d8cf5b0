/** The input of a sign-in challenge. */
export const CHALLENGE = {
  domain: 'localhost',
  statement: 'A parody.',
  uri: 'http://localhost',
  version: '1',
  chainId: 'mainnet',
  nonce: 'n',
  issuedAt: '2026-11-21T08:00:00.000Z',
  expirationTime: '2026-11-21T08:05:00.000Z',
};
