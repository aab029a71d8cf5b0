import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { Fault } from './faults.js';
import { Ledger, type Mint } from './ledger.js';
import { RpcServer } from './rpc-server.js';

const SHARES_DECIMALS = 6;
const LAMPORTS_PER_SOL = 1_000_000_000;

/** The amounts that a wallet receives. */
export interface Grant {
  /** SOL, to 9 decimals. */
  readonly sol?: number;
  /** $SHARES, to 6 decimals. Each item of a list after the first gets its own token account. */
  readonly shares?: number | readonly number[];
  /** The mint of the shares; default: the chain's $SHARES mint. */
  readonly mint?: string;
}

/** A local Solana chain with a JSON-RPC address, a $SHARES mint, and a second mint of the Token-2022 program. */
export interface Chain {
  readonly url: string;
  readonly mint: string;
  readonly mint2022: string;
  /** Adds SOL and shares to a wallet by real transactions. */
  fund(address: string, grant: Grant): void;
  /** Returns the number of calls of a JSON-RPC method. */
  calls(method: string): number;
  /** Makes every call fail until {@link recover}. */
  fail(fault: Fault): void;
  /** Ends the fault. Unanswered calls are disconnected, as if the node had restarted. */
  recover(): void;
  stop(): Promise<void>;
}

/** Starts a local Solana chain on a free port. */
export async function startChain(): Promise<Chain> {
  const ledger = new Ledger();
  const shares = ledger.createMint(TOKEN_PROGRAM_ID, SHARES_DECIMALS);
  const shares2022 = ledger.createMint(TOKEN_2022_PROGRAM_ID, SHARES_DECIMALS);
  const mints = [shares, shares2022];
  const server = new RpcServer({ ledger, mints });
  const url = await server.listen();
  return {
    url,
    mint: shares.address.toBase58(),
    mint2022: shares2022.address.toBase58(),
    fund: (address, grant) => fund(ledger, mints, address, grant),
    calls: (method) => server.calls(method),
    fail: (fault) => {
      server.fault = fault;
    },
    recover: () => server.recover(),
    stop: () => server.close(),
  };
}

function fund(ledger: Ledger, mints: readonly Mint[], address: string, grant: Grant): void {
  const { sol = 0, shares = [], mint: wanted } = grant;
  if (sol > 0) ledger.airdrop(address, smallestUnits(sol, LAMPORTS_PER_SOL));
  const mint = mints.find((each) => !wanted || each.address.toBase58() === wanted);
  if (!mint) throw new Error(`${String(wanted)} is no mint of this chain`);
  const owner = new PublicKey(address);
  const amounts = typeof shares === 'number' ? [shares] : shares;
  for (const [index, amount] of amounts.entries()) {
    const units = smallestUnits(amount, 10 ** mint.decimals);
    if (index === 0) ledger.mintToWallet(mint, owner, units);
    else ledger.mintToNewAccount(mint, owner, units);
  }
}

function smallestUnits(amount: number, unitsEach: number): bigint {
  return BigInt(Math.round(amount * unitsEach));
}
