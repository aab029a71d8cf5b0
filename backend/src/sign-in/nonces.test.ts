import { expect, test } from '@jest/globals';
import { Nonces } from './nonces.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const nonces = new Nonces('secret');

test('a nonce has 22 to 64 letters and digits, and tells when it was issued', () => {
  const nonce = nonces.issue('browser', NOW);
  expect(nonce).toMatch(/^[A-Za-z0-9]{22,64}$/);
  expect(nonces.timeOf(nonce, 'browser')).toEqual(NOW);
  expect(nonces.issue('browser', NOW)).not.toBe(nonce);
});

test('a nonce of another browser, or with another secret, is unknown', () => {
  const nonce = nonces.issue('browser', NOW);
  expect(nonces.timeOf(nonce, 'other')).toBeNull();
  expect(new Nonces('other secret').timeOf(nonce, 'browser')).toBeNull();
});

test('a nonce with one changed character is unknown', () => {
  const nonce = nonces.issue('browser', NOW);
  for (let index = 0; index < nonce.length; index += 1) {
    const other = BASE58[(BASE58.indexOf(nonce.charAt(index)) + 1) % BASE58.length] ?? '';
    const changed = nonce.slice(0, index) + other + nonce.slice(index + 1);
    expect(nonces.timeOf(changed, 'browser')).toBeNull();
  }
});

test.each(['', '0', 'O'.repeat(52), '1'.repeat(64), 'readinessProbeWithoutVisitor'])(
  'the text %j is not a nonce',
  (text) => {
    expect(nonces.timeOf(text, 'browser')).toBeNull();
  },
);
