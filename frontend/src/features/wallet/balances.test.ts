import { describe, expect, it, jest } from '@jest/globals';
import { ConnectionContext } from '@solana/wallet-adapter-react';
import { Connection } from '@solana/web3.js';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { sumShares, useBalanceRefresh } from './balances';
import { connectedTo, DISCONNECTED, type WalletState } from './wallet-state';

describe('the balances of a connected wallet', () => {
  it('are read at once and after 30 s even if an answer is slow, but not after a disconnect', () => {
    jest.useFakeTimers();
    const connection = new Connection('http://localhost');
    const read = jest
      .spyOn(connection, 'getBalanceAndContext')
      .mockResolvedValue({ context: { slot: 1 }, value: 0 });
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(ConnectionContext, { value: { connection } }, children);
    const loading = connectedTo('So11111111111111111111111111111111111111112');
    const { rerender, unmount } = renderHook(useBalanceRefresh, {
      wrapper,
      initialProps: loading as WalletState,
    });
    expect(read).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10_000);
    rerender({ ...loading, balances: 'ready' });
    jest.advanceTimersByTime(20_000);
    expect(read).toHaveBeenCalledTimes(2);
    rerender(DISCONNECTED);
    jest.advanceTimersByTime(90_000);
    expect(read).toHaveBeenCalledTimes(2);
    unmount();
    jest.useRealTimers();
  });
});

function account(amount: unknown, decimals: unknown = 6) {
  return { account: { data: { parsed: { info: { tokenAmount: { amount, decimals } } } } } };
}

describe('the $SHARES balance', () => {
  it("is the sum over all of the owner's token accounts, divided by 10 to the power of decimals", () => {
    expect(sumShares([account('1500000'), account('250000')])).toBe(1.75);
  });

  it('is 0 without a token account', () => {
    expect(sumShares([])).toBe(0);
  });

  it('skips amounts that are not a string of digits', () => {
    const amounts = ['NaN', '', undefined, null, NaN, 7, '2000000'];
    expect(sumShares(amounts.map((amount) => account(amount)))).toBe(2);
  });

  it('skips accounts with an invalid answer', () => {
    const strange = [null, 'parsed', { info: null }, { info: { tokenAmount: 7 } }];
    const accounts = strange.map((parsed) => ({ account: { data: { parsed } } }));
    expect(sumShares([...accounts, account('1', 'six'), account('3000000')])).toBe(3);
  });

  it('skips accounts with invalid decimals', () => {
    expect(sumShares([account('0', -400), account('3000000')])).toBe(3);
  });

  it('is summed exactly before it becomes a float', () => {
    const many = Array.from({ length: 10 }, () => account('9007199254740993', 0));
    expect(sumShares(many)).toBe(Number(90071992547409930n));
  });
});
