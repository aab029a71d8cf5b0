import { expect, test } from '@jest/globals';
import { connectedTo, solText } from './wallet-state';

const wallet = connectedTo('So11111111111111111111111111111111111111112');

test('SOL is a dash until it is read, and 0 once it could not be', () => {
  expect(solText(wallet)).toBe('– SOL');
  expect(solText({ ...wallet, balances: 'failed' })).toBe('0.0000 SOL');
  expect(solText({ ...wallet, balances: 'loading', balance: 1.5 })).toBe('1.5000 SOL');
});
