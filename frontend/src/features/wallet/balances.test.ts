import { describe, expect, it } from '@jest/globals';
import { sumShares } from './balances';

function account(amount: unknown, decimals: unknown = 6) {
  return { account: { data: { parsed: { info: { tokenAmount: { amount, decimals } } } } } };
}

describe('the $SHARES balance', () => {
  it("is the sum over all of the owner's token accounts, divided by 10 to the power of decimals", () => {
    expect(sumShares([account('1500000'), account('250000')])).toBe(1.75);
  });

  it('is 0 without any account', () => {
    expect(sumShares([])).toBe(0);
  });

  it('skips amounts that are not a number', () => {
    expect(sumShares([account('NaN'), account(''), account(undefined), account('2000000')])).toBe(
      2,
    );
  });

  it('skips accounts whose answer has another shape', () => {
    const strange = [null, 'parsed', { info: null }, { info: { tokenAmount: 7 } }];
    const accounts = strange.map((parsed) => ({ account: { data: { parsed } } }));
    expect(sumShares([...accounts, account('1', 'six'), account('3000000')])).toBe(3);
  });

  it('skips accounts with decimals that no token has', () => {
    expect(sumShares([account('0', -400), account('3000000')])).toBe(3);
  });

  it('loses nothing on the way to the sum, beyond what a float can hold', () => {
    const many = Array.from({ length: 10 }, () => account('9007199254740993', 0));
    expect(sumShares(many)).toBe(Number(90071992547409930n));
  });
});
