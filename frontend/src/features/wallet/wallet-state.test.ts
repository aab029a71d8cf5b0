import { expect, test } from '@jest/globals';
import { solText, walletOf } from './wallet-state';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const READ = {
  balance: 1.5,
  sharesBalance: 42,
  solRead: true,
  sharesRead: true,
  readAt: null,
};

test('the state of the wallet has five fields, which a disconnect resets', () => {
  expect(walletOf(ADDRESS)).toEqual({
    connected: true,
    address: ADDRESS,
    balance: 0,
    sharesBalance: 0,
    pumpBalance: 0,
  });
  expect(walletOf(ADDRESS, READ)).toMatchObject({ balance: 1.5, sharesBalance: 42 });
  expect(walletOf(null, READ)).toEqual({
    connected: false,
    address: null,
    balance: 0,
    sharesBalance: 0,
    pumpBalance: 0,
  });
});

test('solText shows a dash while SOL first loads', () => {
  expect(solText(undefined)).toBe('– SOL');
  expect(solText({ ...READ, balance: 0, solRead: false })).toBe('0.0000 SOL');
  expect(solText(READ)).toBe('1.5000 SOL');
});
