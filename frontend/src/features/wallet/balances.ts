import { useConnection } from '@solana/wallet-adapter-react';
import { LAMPORTS_PER_SOL, PublicKey, type Connection } from '@solana/web3.js';
import { useEffect, useEffectEvent } from 'react';
import type { ResultContext } from '@backend/rpc/json-rpc';
import { useSettings } from '@/config/settings';
import type { Balances, WalletState } from './wallet-state';
import { setBalances } from './wallet-store';

/** Interval between readings of a connected wallet's balances, in ms (specification, section 9). */
const REFRESH_MS = 30_000;

/** Reads the balances of the connected wallet on request and every 30 s. */
export function useBalanceRefresh(wallet: WalletState): void {
  const { connection } = useConnection();
  const { tokenMint } = useSettings();
  const address = wallet.status === 'connected' ? wallet.address : null;
  const wanted =
    wallet.status === 'connected' &&
    (wallet.balances === 'unread' || wallet.balances === 'loading');

  const refresh = useEffectEvent(async (owner: string) => {
    setBalances(owner, await readBalances(connection, new PublicKey(owner), tokenMint));
  });

  useEffect(() => {
    if (address !== null && wanted) void refresh(address);
  }, [address, wanted]);

  // A separate effect, so that a slow reading does not postpone the next one.
  useEffect(() => {
    if (address === null) return;
    const timer = setInterval(() => void refresh(address), REFRESH_MS);
    return () => clearInterval(timer);
  }, [address]);
}

/** An empty answer for $SHARES, used before the launch. */
const NO_SHARES = { context: { slot: 0 }, value: [] };

/** An answer to a query. `readAt` is the time of an older answer, which the server sends if no node answers now. */
interface Answer<T> {
  readonly context: ResultContext;
  readonly value: T;
}

/**
 * Reads a wallet's SOL and $SHARES. A balance that cannot be read is 0 and logged (specification, section 8), without
 * affecting the other.
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
    orNull<Answer<readonly TokenAccount[]>>('$SHARES', async () =>
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
    balances: outcomeOf(sol !== null, shares !== null),
    readAt: Number.isFinite(readAt) ? new Date(readAt) : null,
  };
}

function outcomeOf(solRead: boolean, sharesRead: boolean): Balances['balances'] {
  if (solRead) return sharesRead ? 'ready' : 'sharesFailed';
  return sharesRead ? 'solFailed' : 'failed';
}

async function orNull<T>(name: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    console.error(`The ${name} balance could not be read`, error);
    return null;
  }
}

/** A token account in a node's answer, before validation. */
interface TokenAccount {
  readonly account: { readonly data: { readonly parsed?: unknown } };
}

/** The expected fields of a token account. Each may be missing. */
interface ParsedTokenAccount {
  readonly info?: {
    readonly tokenAmount?: { readonly amount?: unknown; readonly decimals?: unknown };
  };
}

/**
 * Returns the total of an owner's token accounts for the mint in whole tokens. Amounts that are not numbers are skipped
 * (specification, section 5). Adds in base units to avoid rounding errors.
 */
export function sumShares(accounts: readonly TokenAccount[]): number {
  const amounts = accounts.map(({ account }) => account.data.parsed).flatMap(tokenAmount);
  const units = amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const decimals = amounts[0]?.decimals ?? 0;
  return Number(units) / 10 ** decimals;
}

function tokenAmount(parsed: unknown) {
  const { amount, decimals } = (parsed as ParsedTokenAccount | null)?.info?.tokenAmount ?? {};
  if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return [];
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0) return [];
  return [{ amount, decimals }];
}
