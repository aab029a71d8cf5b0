import { unpackAccount, type Account } from '@solana/spl-token';
import type { LedgerAccount, Mint } from './ledger.js';

export interface ParsedTokenAccount {
  readonly pubkey: string;
  readonly account: object;
}

/** Decodes a token account of `mint`. Returns null for any other account. */
export function readTokenAccount(account: LedgerAccount, mint: Mint): Account | null {
  const info = {
    data: account.data,
    owner: account.program,
    lamports: account.lamports,
    executable: false,
  };
  try {
    const token = unpackAccount(account.address, info, account.program);
    return token.mint.equals(mint.address) ? token : null;
  } catch {
    return null;
  }
}

export function parsedTokenAccount(
  account: LedgerAccount,
  token: Account,
  mint: Mint,
): ParsedTokenAccount {
  return {
    pubkey: account.address.toBase58(),
    account: {
      data: {
        program: 'spl-token',
        parsed: {
          type: 'account',
          info: {
            isNative: token.isNative,
            mint: token.mint.toBase58(),
            owner: token.owner.toBase58(),
            state: token.isFrozen ? 'frozen' : 'initialized',
            tokenAmount: tokenAmount(token.amount, mint.decimals),
          },
        },
        space: account.data.length,
      },
      executable: false,
      lamports: account.lamports,
      owner: account.program.toBase58(),
      rentEpoch: 0,
      space: account.data.length,
    },
  };
}

function tokenAmount(amount: bigint, decimals: number): object {
  const uiAmount = Number(amount) / 10 ** decimals;
  return {
    amount: amount.toString(),
    decimals,
    uiAmount,
    uiAmountString: uiAmount.toString(),
  };
}
