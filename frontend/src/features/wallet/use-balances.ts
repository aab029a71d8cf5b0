import { useConnection } from '@solana/wallet-adapter-react';
import { LAMPORTS_PER_SOL, PublicKey, type Connection } from '@solana/web3.js';
import useSWR, { type SWRResponse } from 'swr';
import type { ResultContext } from '@backend/rpc/json-rpc';
import { useSettings } from '@/config/settings';

/** Interval between readings of a connected wallet's balances, in ms (docs/product.md, Constants). */
const REFRESH_MS = 30_000;

export interface Balances {
  /** In SOL; 0 if it cannot be read. */
  readonly balance: number;
  /** In $SHARES; 0 if it cannot be read. */
  readonly sharesBalance: number;
  /** False if SOL could not be read. */
  readonly solRead: boolean;
  /** False if $SHARES could not be read; true before the launch, when there is nothing to read. */
  readonly sharesRead: boolean;
  /**
   * Time of an old reading, which the server may send when no Solana node answers; otherwise null. If both balances are
   * old, the earlier time.
   */
  readonly readAt: Date | null;
}

/**
 * Reads the balances of a wallet, and reads them again every 30 s while the page is visible and the browser online
 * (docs/product.md, Constants). Null reads nothing. A balance that cannot be read is 0, and the query does not fail
 * (docs/product.md, Unknown is not zero).
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
      // Reads the balances of a wallet that connects again, although some are cached.
      revalidateIfStale: true,
      dedupingInterval: 0,
    },
  );
}

/** An empty answer for $SHARES, used before the launch. */
const NO_SHARES = { context: { slot: 0 }, value: [] };

/**
 * A node's answer. If no node answers now, the server may send an old answer, with its time in `context.readAt`.
 */
interface Answer<T> {
  readonly context: ResultContext;
  readonly value: T;
}

/**
 * Reads a wallet's SOL and $SHARES. If one cannot be read, it is 0 and the error is logged; the other is still read.
 *
 * @param mint address of $SHARES; null before the launch, when shares are 0
 */
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
  // Infinity if neither answer has a time; NaN if a time is invalid.
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

/**
 * Returns the total, in tokens, of an owner's token accounts for the mint. Accounts with malformed data are skipped
 * (docs/product.md, Wallet). Adds in base units to avoid rounding errors.
 */
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
