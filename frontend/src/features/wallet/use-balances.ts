import { useConnection } from '@solana/wallet-adapter-react';
import { LAMPORTS_PER_SOL, PublicKey, type Connection } from '@solana/web3.js';
import useSWR, { type SWRResponse } from 'swr';
import type { ResultContext } from '@backend/rpc/json-rpc';
import { useSettings } from '@/config/settings';

const REFRESH_MS = 30_000;

export interface Balances {
  /** In SOL; 0 if it cannot be read. */
  readonly balance: number;
  /** In $SHARES; 0 if it cannot be read. */
  readonly sharesBalance: number;
  readonly solRead: boolean;
  /** Also true before the launch, when there is nothing to read. */
  readonly sharesRead: boolean;
  /** Time of the oldest remembered reading that the server sent; null if it sent none. */
  readonly readAt: Date | null;
}

/**
 * Reads a wallet's SOL and $SHARES, and again every 30 s while the page is visible and the browser online
 * (docs/product.md, Constants). For null, reads nothing.
 */
export function useBalances(address: string | null): SWRResponse<Balances> {
  const { connection } = useConnection();
  const { tokenMint } = useSettings();
  return useSWR<Balances>(
    address === null ? null : ['balances', address],
    ([, owner]: readonly [string, string]) =>
      readBalances(connection, new PublicKey(owner), tokenMint),
    {
      refreshInterval: REFRESH_MS,
      // Refetches cached balances when a screen opens, or the wallet connects again.
      revalidateIfStale: true,
      dedupingInterval: 0,
    },
  );
}

const NO_SHARES = { context: { slot: 0 }, value: [] };

interface Answer<T> {
  readonly context: ResultContext;
  readonly value: T;
}

async function readBalances(
  connection: Connection,
  owner: PublicKey,
  mint: string | null,
): Promise<Balances> {
  const [sol, shares] = await Promise.all([
    orNull<Answer<number>>('SOL', () => connection.getBalanceAndContext(owner)),
    orNull<Answer<readonly unknown[]>>('$SHARES', async () =>
      mint === null
        ? NO_SHARES
        : connection.getParsedTokenAccountsByOwner(owner, { mint: new PublicKey(mint) }),
    ),
  ]);
  const times = [sol, shares].flatMap((answer) => answer?.context.readAt ?? []).map(Date.parse);
  // Infinity if neither answer has a time.
  const readAt = Math.min(...times);
  return {
    balance: (sol?.value ?? 0) / LAMPORTS_PER_SOL,
    sharesBalance: sumShares(shares?.value ?? []),
    solRead: sol !== null,
    sharesRead: shares !== null,
    readAt: Number.isFinite(readAt) ? new Date(readAt) : null,
  };
}

async function orNull<T>(name: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    console.error(`The ${name} balance could not be read`, error);
    return null;
  }
}

interface TokenAccount {
  readonly account?: {
    readonly data?: {
      readonly parsed?: {
        readonly info?: {
          readonly tokenAmount?: { readonly amount?: unknown; readonly decimals?: unknown };
        };
      } | null;
    };
  };
}

/** Returns the total of token accounts of one mint, in tokens. Skips malformed accounts (docs/product.md, Wallet). */
export function sumShares(accounts: readonly unknown[]): number {
  const amounts = accounts.flatMap(tokenAmount);
  const units = amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const decimals = amounts[0]?.decimals ?? 0;
  return Number(units) / 10 ** decimals;
}

function tokenAmount(each: unknown) {
  const { data } = (each as TokenAccount | null)?.account ?? {};
  const { amount, decimals } = data?.parsed?.info?.tokenAmount ?? {};
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return [];
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0) return [];
  return [{ amount, decimals }];
}
