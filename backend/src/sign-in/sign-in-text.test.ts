import { describe, expect, test } from '@jest/globals';
import { referrerIn, signedLink, signInInput, signInText } from './sign-in-text.js';
import { STATEMENT } from './sign-in.schema.js';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const REFERRER = 'Vote111111111111111111111111111111111111111';

const ORIGIN = 'http://localhost:3000';

const CHALLENGE = {
  nonce: '7rT9Qw2xYz8KbN4mPs6JdHfGv3cA',
  issuedAt: '2026-11-21T12:00:00.000Z',
  expirationTime: '2026-11-21T12:05:00.000Z',
};

describe('the text to sign', () => {
  test('names the referrer in a form that can be read back', () => {
    const input = signInInput(ORIGIN, CHALLENGE, REFERRER);
    expect(signedLink(Buffer.from(signInText(input, ADDRESS)))).toBe(`${ORIGIN}/?ref=${REFERRER}`);
    expect(referrerIn(input)).toBe(REFERRER);
  });

  test('follows Sign In With Solana', () => {
    expect(signInText(signInInput(ORIGIN, CHALLENGE, REFERRER), ADDRESS)).toBe(
      [
        'localhost:3000 wants you to sign in with your Solana account:',
        ADDRESS,
        '',
        STATEMENT,
        '',
        'URI: http://localhost:3000',
        'Version: 1',
        'Chain ID: mainnet',
        'Nonce: 7rT9Qw2xYz8KbN4mPs6JdHfGv3cA',
        'Issued At: 2026-11-21T12:00:00.000Z',
        'Expiration Time: 2026-11-21T12:05:00.000Z',
        'Resources:',
        `- http://localhost:3000/?ref=${REFERRER}`,
      ].join('\n'),
    );
  });

  test('has no resources without a referrer', () => {
    const alone = signInInput(ORIGIN, CHALLENGE, null);
    expect(alone).not.toHaveProperty('resources');
    expect(referrerIn(alone)).toBeNull();
    expect(signInText(alone, ADDRESS)).not.toContain('Resources');
  });

  test('says in one line that this is a parody and costs nothing', () => {
    expect(STATEMENT).toMatch(
      /parody.*only proves that this wallet is yours.*moves nothing.*costs nothing/,
    );
    expect(STATEMENT).not.toContain('\n');
  });
});
