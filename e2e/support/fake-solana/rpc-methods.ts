import { z } from 'zod';
import { isAddress } from './address.js';
import type { Ledger, Mint } from './ledger.js';
import { parsedTokenAccount, readTokenAccount } from './parsed-account.js';

export interface Node {
  readonly ledger: Ledger;
  readonly mint: Mint;
}

export class RpcRefusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const INVALID_PARAMS = -32602;
const METHOD_NOT_FOUND = -32601;

const addressSchema = z.string().refine(isAddress);
const balanceParams = z.tuple([addressSchema], z.unknown());
const tokenAccountsParams = z.tuple([
  addressSchema,
  z.object({ mint: addressSchema }),
  z.object({ encoding: z.literal('jsonParsed') }),
]);

/** Returns the result of a call. Throws {@link RpcRefusal} for an unknown method or mint, or invalid params. */
export function answer(node: Node, method: string, params: unknown): unknown {
  switch (method) {
    case 'getBalance':
      return inContext(node, balance(node, parse(balanceParams, params)[0]));
    case 'getTokenAccountsByOwner': {
      const [owner, filter] = parse(tokenAccountsParams, params);
      return inContext(node, tokenAccounts(node, owner, filter.mint));
    }
    default:
      throw new RpcRefusal(METHOD_NOT_FOUND, 'Method not found');
  }
}

function balance({ ledger }: Node, owner: string): number {
  return ledger.lamportsOf(owner);
}

function tokenAccounts({ ledger, mint }: Node, owner: string, mintAddress: string): unknown[] {
  if (mint.address.toBase58() !== mintAddress)
    throw new RpcRefusal(INVALID_PARAMS, 'Invalid param: could not find mint');
  return ledger.accountsOf(mint.program).flatMap((account) => {
    const token = readTokenAccount(account, mint);
    return token?.owner.toBase58() === owner ? [parsedTokenAccount(account, token, mint)] : [];
  });
}

function inContext({ ledger }: Node, value: unknown): object {
  return { context: { apiVersion: '2.1.0', slot: ledger.slot }, value };
}

function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const result = schema.safeParse(params);
  if (!result.success) throw new RpcRefusal(INVALID_PARAMS, 'Invalid params');
  return result.data;
}
