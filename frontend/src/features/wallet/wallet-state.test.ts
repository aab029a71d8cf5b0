import { expect, test } from '@jest/globals';
import { connectedTo, solText } from './wallet-state';

const wallet = connectedTo('So11111111111111111111111111111111111111112');

test('shows SOL as a dash before the first read, then as its value, and as 0 after a failure', () => {
  expect(solText(wallet)).toBe('– SOL');
  expect(solText({ ...wallet, balances: 'failed' })).toBe('0.0000 SOL');
  expect(solText({ ...wallet, balances: 'loading', balance: 1.5 })).toBe('1.5000 SOL');
});
