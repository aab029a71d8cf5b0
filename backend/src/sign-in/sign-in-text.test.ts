import { describe, expect, test } from '@jest/globals';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import fc from 'fast-check';
import type { IssuedChallenge } from './sign-in-text.js';
import { STATEMENT, signInText, toSignInInput } from './sign-in-text.js';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const REFERRER = 'Vote111111111111111111111111111111111111111';

const challenge: IssuedChallenge = {
  nonce: '7rT9Qw2xYz8KbN4mPs6JdHfGv3cA',
  issuedAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-21T12:05:00.000Z',
  domain: 'localhost:3000',
  uri: 'http://localhost:3000',
  statement: STATEMENT,
  version: '1',
  chainId: 'mainnet',
  referrer: REFERRER,
};

describe('the text to sign', () => {
  test('is written as Sign In With Solana has it', () => {
    expect(signInText(challenge, ADDRESS)).toBe(
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

  test('is what wallets write from the same input, whatever is in it', () => {
    const text = fc.stringMatching(/^[\w:/.-]{1,40}$/);
    const challenges = fc.record({
      nonce: text,
      issuedAt: text,
      expiresAt: text,
      domain: text,
      uri: text,
      statement: text,
      version: fc.constant<'1'>('1'),
      chainId: fc.constant<'mainnet'>('mainnet'),
      referrer: fc.option(text),
    });
    fc.assert(
      fc.property(challenges, text, (any, address) => {
        const input = { ...toSignInInput(any), address };
        expect(signInText(any, address)).toBe(createSignInMessageText(input));
      }),
    );
  });

  test('has no resources, not even an empty list, when nobody sent the visitor', () => {
    const alone = { ...challenge, referrer: null };
    expect(toSignInInput(alone)).not.toHaveProperty('resources');
    expect(signInText(alone, ADDRESS)).not.toContain('Resources');
  });

  test('says that it is a parody, moves nothing and costs nothing, in one line', () => {
    expect(STATEMENT).toMatch(
      /parody.*only proves that this wallet is yours.*moves nothing.*costs nothing/,
    );
    expect(STATEMENT).not.toContain('\n');
  });
});
