import { describe, expect, it, jest } from '@jest/globals';
import { ConnectionContext } from '@solana/wallet-adapter-react';
import { Connection } from '@solana/web3.js';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { sumShares, useBalances } from './use-balances';

const WALLET = 'So11111111111111111111111111111111111111112';

describe('the SOL balance of a connected wallet', () => {
  it('is read on a connect and again after 30 s, but not after a disconnect', async () => {
    jest.useFakeTimers();
    const connection = new Connection('http://localhost');
    const read = jest
      .spyOn(connection, 'getBalanceAndContext')
      .mockResolvedValue({ context: { slot: 1 }, value: 1_500_000_000 });
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(ConnectionContext, { value: { connection } }, children);
    const { result, rerender, unmount } = renderHook<ReturnType<typeof useBalances>, string | null>(
      useBalances,
      { wrapper, initialProps: WALLET },
    );
    await waitFor(() => expect(result.current.data).toMatchObject({ balance: 1.5, solRead: true }));
    expect(read).toHaveBeenCalledTimes(1);
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(read).toHaveBeenCalledTimes(2);
    rerender(null);
    expect(result.current.data).toBeUndefined();
    await act(() => jest.advanceTimersByTimeAsync(90_000));
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

  it('skips accounts whose data is malformed', () => {
    const strange = [null, 'parsed', { info: null }, { info: { tokenAmount: 7 } }];
    const accounts = strange.map((parsed) => ({ account: { data: { parsed } } }));
    expect(sumShares([...accounts, account('1', 'six'), account('3000000')])).toBe(3);
  });

  it('skips an account with negative decimals', () => {
    expect(sumShares([account('0', -400), account('3000000')])).toBe(3);
  });

  it('is summed exactly before it becomes a float', () => {
    const many = Array.from({ length: 10 }, () => account('9007199254740993', 0));
    expect(sumShares(many)).toBe(Number(90071992547409930n));
  });
});
