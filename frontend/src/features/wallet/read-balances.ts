import { LAMPORTS_PER_SOL, PublicKey, type Connection } from '@solana/web3.js';
import { sumShares } from './shares-balance';
import type { Balances } from './wallet-state';

/**
 * A wallet's SOL and $SHARES. One that cannot be read is 0 and logged (specification, section 8);
 * the other is not affected.
 *
 * @param mint address of $SHARES, or null before the launch: then there are none
 */
export async function readBalances(
  connection: Connection,
  owner: PublicKey,
  mint: string | null,
): Promise<Balances> {
  const [balance, sharesBalance] = await Promise.all([
    orNull('SOL', () => readSol(connection, owner)),
    orNull('$SHARES', () => readShares(connection, owner, mint)),
  ]);
  return {
    balance: balance ?? 0,
    sharesBalance: sharesBalance ?? 0,
    status: balance === null || sharesBalance === null ? 'failed' : 'ready',
  };
}

async function readSol(connection: Connection, owner: PublicKey): Promise<number> {
  return (await connection.getBalance(owner)) / LAMPORTS_PER_SOL;
}

async function readShares(
  connection: Connection,
  owner: PublicKey,
  mint: string | null,
): Promise<number> {
  if (mint === null) return 0;
  const filter = { mint: new PublicKey(mint) };
  const { value } = await connection.getParsedTokenAccountsByOwner(owner, filter);
  return sumShares(value);
}

async function orNull(name: string, read: () => Promise<number>): Promise<number | null> {
  try {
    return await read();
  } catch (error) {
    console.error(`The ${name} balance could not be read`, error);
    return null;
  }
}
