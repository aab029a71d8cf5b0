import { TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { Ledger, type Mint } from './ledger.js';
import { RpcServer, type Fault } from './rpc-server.js';

const SHARES_DECIMALS = 6;
const LAMPORTS_PER_SOL = 1_000_000_000;

export interface Grant {
  /** SOL, to 9 decimals. */
  readonly sol?: number;
  /** $SHARES, to 6 decimals. Each item of a list after the first gets a token account of its own. */
  readonly shares?: number | readonly number[];
}

/** A local Solana chain with a $SHARES mint and a JSON-RPC server. */
export interface Chain {
  readonly url: string;
  readonly mint: string;
  fund(address: string, grant: Grant): void;
  fail(fault: Fault): void;
  /** Ends the fault. Disconnects unanswered calls, as if the node had restarted. */
  recover(): void;
  stop(): Promise<void>;
}

export async function startChain(): Promise<Chain> {
  const ledger = new Ledger();
  const shares = ledger.createMint(TOKEN_PROGRAM_ID, SHARES_DECIMALS);
  const server = new RpcServer({ ledger, mint: shares });
  const url = await server.listen();
  return {
    url,
    mint: shares.address.toBase58(),
    fund: (address, grant) => fund(ledger, shares, address, grant),
    fail: (fault) => {
      server.fault = fault;
    },
    recover: () => server.recover(),
    stop: () => server.close(),
  };
}

function fund(ledger: Ledger, mint: Mint, address: string, grant: Grant): void {
  const { sol = 0, shares = [] } = grant;
  if (sol > 0) ledger.airdrop(address, smallestUnits(sol, LAMPORTS_PER_SOL));
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
