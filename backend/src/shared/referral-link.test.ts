import { describe, expect, test } from '@jest/globals';
import bs58 from 'bs58';
import fc from 'fast-check';
import {
  isDamagedLink,
  isWalletAddress,
  referralLink,
  referrerOf,
  walletIn,
} from './referral-link.js';

/** Addresses of 44, 43 and 32 characters, and one that begins with 3D, like the `=3D` of quoted-printable. */
const WALLETS = [
  '8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv',
  '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi',
  '11111111111111111111111111111111',
  '3DsHPxvjPH9ZbEZpgGTQfzTXdhGEvxGrwQQjWmhGZMSE',
];
const [W, OTHER] = ['8UviNr47S8eL6J3WfDxMRa3hvLta1VDJwNWqsDgtN3Cv', WALLETS[1]];

describe('a wallet address', () => {
  test('is valid if it is the base58 form of any 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isWalletAddress(bs58.encode(bytes))).toBe(true);
      }),
    );
  });

  test('is invalid if it does not encode 32 bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 40 }).filter(({ length }) => length !== 32);
    fc.assert(
      fc.property(bytes, (wrong) => {
        expect(isWalletAddress(bs58.encode(wrong))).toBe(false);
      }),
    );
  });

  test.each([
    ['the smallest without leading zeros', [1, ...new Uint8Array(31)], true],
    ['the largest', new Uint8Array(32).fill(255), true],
    ['31 bytes, the largest', new Uint8Array(31).fill(255), false],
    ['33 bytes, the smallest without leading zeros', [1, ...new Uint8Array(32)], false],
    ['31 zeros and another byte', [...new Uint8Array(31), 255], true],
    ['32 zeros', new Uint8Array(32), true],
    ['33 zeros', new Uint8Array(33), false],
  ])('is valid only if it has 32 bytes: %s', (_name, bytes, isOne) => {
    expect(isWalletAddress(bs58.encode(Uint8Array.from(bytes)))).toBe(isOne);
  });

  test.each([
    ['44 ones', '1'.repeat(44)],
    ['no character', ''],
    ['zeros', '0'.repeat(43)],
    ['the letter l', 'l'.repeat(43)],
    ['spaces', ' '.repeat(32)],
    ['100,000 ones', '1'.repeat(100_000)],
  ])('is invalid if the text is not base58 of 32 bytes: %s', (_name, text) => {
    expect(isWalletAddress(text)).toBe(false);
  });
});

test('a referral link is {origin}/?ref={address}', () => {
  expect(referralLink('https://pyramidion.example', W)).toBe(
    `https://pyramidion.example/?ref=${W}`,
  );
});

/** Forms in which the link of a wallet may arrive, many of them changed by chats. */
const FORMS: readonly (readonly [name: string, form: (wallet: string) => string])[] = [
  ['as it was copied', (w) => referralLink('https://pyramidion.example', w)],
  ['path and query alone', (w) => `/?ref=${w}`],
  ['a full stop', (w) => `/?ref=${w}.`],
  ['a comma', (w) => `/?ref=${w},`],
  ['a bracket', (w) => `/?ref=${w})`],
  ['a bracket and a full stop', (w) => `/?ref=${w}).`],
  ['angle brackets', (w) => `/?ref=<${w}>`],
  ['an encoded angle bracket', (w) => `/?ref=${w}%3E`],
  ['quotation marks', (w) => `/?ref="${w}"`],
  ['typographic quotation marks', (w) => `/?ref=%E2%80%9C${w}%E2%80%9D`],
  ['an ellipsis', (w) => `/?ref=${w}…`],
  ['an exclamation mark', (w) => `/?ref=${w}!`],
  ['a slash', (w) => `/?ref=${w}/`],
  ['a Chinese full stop', (w) => `/?ref=${w}。`],
  ['an emoji', (w) => `/?ref=${w}👍🏽`],
  ['Markdown in bold', (w) => `/?ref=**${w}**`],
  ['Markdown in italics', (w) => `/?ref=_${w}_`],
  ['Markdown as code', (w) => `/?ref=\`${w}\``],
  ['a Markdown link', (w) => `/?ref=[${w}](https://elsewhere.example)`],
  ['HTML', (w) => `/?ref=<b>${w}</b>`],
  ['escaped HTML', (w) => `/?ref=&lt;b&gt;${w}&lt;/b&gt;`],
  ['a space before it', (w) => `/?ref=%20${w}`],
  ['a plus before it', (w) => `/?ref=+${w}`],
  ['a no-break space after it', (w) => `/?ref=${w}%C2%A0`],
  ['a Latin-1 no-break space after it', (w) => `/?ref=${w}%A0`],
  ['words after it', (w) => `/?ref=${w}%20join%20me`],
  ['a line break after it', (w) => `/?ref=${w}%0D%0A`],
  ['a zero-width space after it', (w) => `/?ref=${w}%E2%80%8B`],
  ['a byte order mark before it', (w) => `/?ref=\u{FEFF}${w}`],
  ['direction marks around it', (w) => `/?ref=\u{200E}${w}\u{200F}`],
  [
    'soft hyphens in it',
    (w) => `/?ref=${w.slice(0, 9)}\u{AD}${w.slice(9, 18)}%C2%AD${w.slice(18)}`,
  ],
  ['a stray percent sign', (w) => `/?ref=${w}%`],
  ['half an escape', (w) => `/?ref=${w}%E2%80`],
  ['an escaped digit', (w) => `/?ref=%${w.charCodeAt(0).toString(16)}${w.slice(1)}`],
  ['an escaped equals sign', (w) => `/?ref%3D${w}`],
  ['double escapes', (w) => `/?ref%253D${w}%2529`],
  ['an escaped question mark', (w) => `/%3Fref=${w}`],
  ['a second question mark before it', (w) => `/?utm_source=x?ref=${w}`],
  ['a second question mark after it', (w) => `/?ref=${w}?utm_source=x`],
  ['two question marks', (w) => `/??ref=${w}`],
  ['an ampersand escaped for HTML', (w) => `/?utm_source=x&amp;ref=${w}`],
  ['an ampersand escaped twice for HTML', (w) => `/?utm_source=x&amp;amp;ref=${w}`],
  ['an ampersand as a numeric HTML entity', (w) => `/?utm_source=x&#38;ref=${w}`],
  ['an equals sign as a numeric HTML entity', (w) => `/?ref&#x3D;${w}`],
  ['quoted-printable', (w) => `/?ref=3D${w}`],
  ['quoted-printable in another case', (w) => `/?utm=3Dx&ref=3d${w}`],
  ['a semicolon between parameters', (w) => `/?utm_source=x;ref=${w}`],
  ['capitals', (w) => `/?REF=${w}`],
  ['a capital', (w) => `/?Ref=${w}`],
  ['full-width punctuation', (w) => `/？ref＝${w}`],
  ['a list', (w) => `/?ref[]=${w}`],
  ['an encoded list', (w) => `/?ref%5B0%5D=${w}`],
  ['a colon', (w) => `/?ref:${w}`],
  ['the scheme of a wallet', (w) => `/?ref=solana:${w}`],
  ['the whole link', (w) => `/?ref=https://pyramidion.example/?ref=${w}`],
  [
    'the whole link, encoded',
    (w) => `/?ref=https%3A%2F%2Fpyramidion.example%2F%3Fx%3D1%26ref%3D${w}`,
  ],
  ['the fragment', (w) => `/#ref=${w}`],
  ['a query in the fragment', (w) => `/#/?ref=${w}`],
  ['twice', (w) => `/?ref=${w}&ref=${OTHER}`],
  ['twice, the first empty', (w) => `/?ref=&ref=${w}`],
  ['twice, the first not a wallet', (w) => `/?ref=newsletter&ref=${w}`],
  ['another page', (w) => `/about?ref=${w}.`],
  ['without a parameter', (w) => `/r/${w}`],
  ['without a parameter, and a full stop', (w) => `/r/${w}.`],
  ['without a parameter, and a slash', (w) => `/r/${w}/`],
  ['without ref, but with another parameter', (w) => `/r/${w}?utm_source=x`],
  [
    'without a parameter, inside another link',
    (w) => `https://pyramidion.example/?ref=https://pyramidion.example/r/${w}`,
  ],
];

describe('the referrer of a link', () => {
  test.each(FORMS)('is read from this form of the link: %s', (_name, form) => {
    for (const wallet of WALLETS) {
      expect([form(wallet), referrerOf(form(wallet))]).toEqual([form(wallet), wallet]);
      expect(isDamagedLink(form(wallet))).toBe(false);
    }
  });

  test('is read between any punctuation that has no meaning in a link', () => {
    const around = fc
      .string({ unit: 'binary' })
      .map((text) => text.replace(/[\p{L}\p{N}\p{Cs}&?#;%=]/gu, ''));
    fc.assert(
      fc.property(around, around, fc.boolean(), (before, after, isEncoded) => {
        const value = `${before}${W}${after}`;
        expect(referrerOf(`/?ref=${isEncoded ? encodeURIComponent(value) : value}`)).toBe(W);
      }),
    );
  });

  test.each([
    `/?ref=${W.slice(0, 40)}`,
    `/?ref=${W.slice(0, 20)}`,
    `/?ref=${W}${W}`,
    `/?ref=x${W}`,
    `/?ref=producthunt&ref=${W.slice(0, 40)}`,
    `/?ref=${W.slice(0, 20)}%00${W.slice(20)}`,
    `/r/${W.slice(0, 40)}`,
    `/#ref=${W.slice(4)}`,
  ])('is null for the damaged link %s', (link) => {
    expect(referrerOf(link)).toBeNull();
    expect(isDamagedLink(link)).toBe(true);
  });

  test.each([
    '/?ref=',
    '/?ref=producthunt',
    '/?ref=newsletter-of-november-2026',
    `/?ref=${W.slice(0, 19)}`,
    `/?ref=newsletter&mint=${W}`,
    `/?ref=newsletter?mint=${W}`,
    `/?ref=newsletter#${W}`,
    '/r/',
    '/r/newsletter',
    '/#ref=',
  ])('is null for %s, which does not count as a damaged link', (link) => {
    expect(referrerOf(link)).toBeNull();
    expect(isDamagedLink(link)).toBe(false);
  });

  test.each([
    '/',
    '/?utm_source=x',
    `/?href=${W}`,
    `/?data-ref=${W}`,
    `/?xref=${W}`,
    `/?referrer=${W}`,
    `/?wallet=${W}`,
    `/#${W}`,
    `/pyramid/${W}`,
    `/about/r/${W}`,
    '/?ref',
  ])('is null for %s, which is not a referral link', (link) => {
    expect(referrerOf(link)).toBeNull();
    expect(isDamagedLink(link)).toBe(false);
  });
});

describe('the wallet in a text', () => {
  test.each([
    W,
    ` ${W}\n`,
    `“${W}”`,
    `https://pyramidion.example/?ref=${W}`,
    `https://pyramidion.example/r/${W}`,
    `https://pyramidion.example/pyramid/${W}.`,
    `Join me, mine is ${W}, at https://pyramidion.example/`,
    `It is ${OTHER}, but the link says https://pyramidion.example/?ref=${W}`,
  ])('is found in %j', (text) => {
    expect(walletIn(text)).toBe(W);
  });

  test.each(['', 'Cheops', W.slice(4), 'https://pyramidion.example/'])(
    'is not found in %j',
    (text) => {
      expect(walletIn(text)).toBeNull();
    },
  );
});
