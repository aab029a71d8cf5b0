import { afterEach, describe, expect, it } from '@jest/globals';
import { rememberedReceipts, rememberReceipt } from './receipts';

afterEach(() => localStorage.clear());

describe('the receipts of proofs', () => {
  it('are limited to one per wallet, and to the newest ten', () => {
    for (let logIndex = 0; logIndex < 12; logIndex += 1) {
      rememberReceipt({ wallet: `wallet ${logIndex}`, logIndex, signature: 'signed' });
    }
    rememberReceipt({ wallet: 'wallet 5', logIndex: 12 });
    const receipts = rememberedReceipts();
    expect(receipts).toHaveLength(10);
    expect(receipts.map(({ logIndex }) => logIndex)).toEqual([2, 3, 4, 6, 7, 8, 9, 10, 11, 12]);
    expect(receipts.at(-1)).toEqual({ wallet: 'wallet 5', logIndex: 12 });
  });

  it.each(['{', '{}', '[{"wallet":"Cheops"}]'])('are an empty list if %j is stored', (text) => {
    localStorage.setItem('pyramidion.receipts', text);
    expect(rememberedReceipts()).toEqual([]);
  });
});
