import { expect, test } from '@jest/globals';
import bs58 from 'bs58';
import fc from 'fast-check';
import { avatarOf, OFFICES, PORTFOLIOS, titleOf } from './avatar';

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bs58.encode(bytes));

test('there are at least 400 titles, and a known address keeps its title', () => {
  expect(new Set(OFFICES).size * new Set(PORTFOLIOS).size).toBeGreaterThanOrEqual(400);
  expect(titleOf('So11111111111111111111111111111111111111112')).toBe('Treasurer of Echoes');
});

test('each title is the title of at least one of 12,000 texts', () => {
  const given = new Set(Array.from({ length: 12_000 }, (_, index) => titleOf(String(index))));
  expect(given.size).toBe(OFFICES.length * PORTFOLIOS.length);
});

test('on random boards, avatars of neighbours differ in at least three tiles or in their colours', () => {
  fc.assert(
    fc.property(fc.uniqueArray(address, { minLength: 10, maxLength: 10 }), (board) => {
      for (const [place, wallet] of board.slice(1).entries()) {
        const [mark, above] = [avatarOf(wallet), avatarOf(board[place] ?? '')];
        const others = mark.tiles.filter((tone, tile) => tone !== above.tiles[tile]).length;
        const repainted = mark.paints.join() !== above.paints.join();
        expect(others >= 3 || repainted).toBe(true);
      }
    }),
    { numRuns: 500, seed: 1 },
  );
});

test('eight addresses that differ in one character get different titles and avatars', () => {
  const wallets = Array.from('23456789', (letter) => `Pyramid${letter}${'1'.repeat(35)}`);
  expect(new Set(wallets.map(titleOf)).size).toBe(wallets.length);
  expect(new Set(wallets.map((wallet) => avatarOf(wallet).tiles.join(''))).size).toBe(
    wallets.length,
  );
});
