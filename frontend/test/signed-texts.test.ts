import { describe, expect, it, test } from '@jest/globals';
import { parseSignedText } from '@backend/verify/signed-text';
import { signInInput, signInText } from '@backend/sign-in/sign-in-text';
import { readSignedText } from '@/features/proof/check-proof';
import { REFERRER } from './proofs';

const RECRUIT = 'So11111111111111111111111111111111111111112';

const challenge = {
  nonce: '7rT9Qw2xYz8KbN4mPs6JdHfGv3cA',
  issuedAt: '2026-11-21T23:57:00.000Z',
  expirationTime: '2026-11-22T00:02:00.000Z',
};

const textFor = (origin: string): string =>
  signInText(signInInput(origin, challenge, REFERRER), RECRUIT);

const text = textFor('https://pyramidion.example');

const set = (name: string, value: string): string =>
  text.replace(new RegExp(`(?<=\\n${name}: ).*`), value);

describe('a signed text', () => {
  it.each([
    'https://pyramidion.example',
    'http://localhost:3000',
    'https://xn--pyramidin-66a.example:8443',
    'http://[::1]:3000',
  ])('is accepted by verifier and browser for the origin %s', (origin) => {
    const { issuedAt, expirationTime } = challenge;
    const site = { domain: new URL(origin).host, uri: origin };
    const expected = { ...site, issuedAt, expirationTime, resource: `${origin}/?ref=${REFERRER}` };
    expect(parseSignedText(textFor(origin))).toMatchObject({ ...expected, address: RECRUIT });
    expect(readSignedText(textFor(origin))).toEqual({ ...expected, signer: RECRUIT });
  });

  test.each([
    ['no expiry', text.replace(/\nExpiration Time: .*/, '')],
    ['an expiry that is not a time', set('Expiration Time', 'never')],
    ['an expiry before the time of issue', set('Expiration Time', '2026-11-21T23:56:59.999Z')],
    ['an expiry equal to the time of issue', set('Expiration Time', challenge.issuedAt)],
    [
      'an expiry over five minutes after the time of issue',
      set('Expiration Time', '2026-11-22T00:02:00.001Z'),
    ],
    ['an expiry a year later', set('Expiration Time', '2027-11-21T23:57:00.000Z')],
    ['a time on 31 November', set('Issued At', '2026-11-31T23:57:00.000Z')],
    ['a time in another time zone', set('Issued At', '2026-11-22T00:57:00.000+01:00')],
    ['a time without milliseconds', set('Issued At', '2026-11-21T23:57:00Z')],
    ['a time in another format', set('Issued At', 'Sat, 21 Nov 2026 23:57:00 GMT')],
    ['a second time of issue', text.replace(/\nIssued At: .*/, '$&$&')],
    ['a Not Before time', text.replace(/\nResources:/, '\nNot Before: 2026-11-21T23:57:00.000Z$&')],
    ['a request id', text.replace(/\nResources:/, '\nRequest ID: 1$&')],
    ['a nonce of one character', set('Nonce', 'a')],
    ['a nonce of 21 characters', set('Nonce', 'a'.repeat(21))],
    ['a nonce with an accented letter', set('Nonce', 'a'.repeat(27) + 'é')],
    ['the version 2', set('Version', '2')],
    ['the chain devnet', set('Chain ID', 'devnet')],
    ['a statement with a carriage return', text.replace('a parody', 'a\rparody')],
    ['a statement of two lines', text.replace('a parody', 'a\nparody')],
    ['a statement with a Cyrillic letter', text.replace('a parody', 'а parody')],
    [
      'a statement with a bidirectional control character',
      text.replace('a parody', 'a \u202eparody'),
    ],
    ['no statement', text.replace(/\n\nPyramidion.*/, '')],
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
    ['a domain with a Cyrillic letter', text.replace('pyramidion', 'pyrаmidion')],
    ['a domain with capitals', text.replace('pyramidion', 'Pyramidion')],
    ['a domain with a user in it', text.replace('pyramidion', 'user@pyramidion')],
    ['a URI with another scheme', set('URI', 'javascript://pyramidion.example')],
    ['a URI with a trailing slash', set('URI', 'https://pyramidion.example/')],
    ['a signer that is not an address', text.replace(RECRUIT, '0OIl'.repeat(8))],
    ['a second resource', `${text}\n- https://evil.example`],
    ['two links in one resource', `${text} https://pyramidion.example/?ref=${RECRUIT}`],
    ['no resource', text.replace(/\nResources:[^]*$/, '')],
    ['an empty list of resources', text.replace(/\n- [^]*$/, '')],
    ['two lines in another order', text.replace(/(\nVersion: 1)(\nChain ID: mainnet)/, '$2$1')],
    ['a byte order mark', `\ufeff${text}`],
    ['text before it', `Hello.\n${text}`],
    ['a line break after it', `${text}\n`],
    ['no content', ''],
  ])('is rejected by verifier and browser with %s', (_what, changed) => {
    expect(changed).not.toBe(text);
    expect([parseSignedText(changed), readSignedText(changed)]).toEqual([null, null]);
  });
});
