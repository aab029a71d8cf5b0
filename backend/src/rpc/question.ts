import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';
import type { RpcOutcome } from './json-rpc.js';
import { RPC_ERRORS, failure } from './json-rpc.js';

/** The only commitment that is asked for (specification, section 9). */
const COMMITMENT = 'confirmed';

/** A call that may go to the node. It is built from checked parts; nothing of the caller's request is passed on as it is. */
export interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
}

const balanceParams = z
  .tuple([walletAddressSchema, z.looseObject({}).nullish()])
  .or(z.tuple([walletAddressSchema]));

const tokenAccountsParams = z.tuple([
  walletAddressSchema,
  z.strictObject({ mint: walletAddressSchema }),
  z.looseObject({ encoding: z.literal('jsonParsed') }),
]);

/** The question that a call asks, or the error that answers it. */
export function toQuestion(method: string, params: readonly unknown[]): Question | RpcOutcome {
  switch (method) {
    case 'getBalance':
      return balanceQuestion(params);
    case 'getTokenAccountsByOwner':
      return tokenAccountsQuestion(params);
    default:
      return failure(
        RPC_ERRORS.unknownMethod,
        'Only getBalance and getTokenAccountsByOwner are answered here.',
      );
  }
}

function balanceQuestion(params: readonly unknown[]): Question | RpcOutcome {
  const checked = balanceParams.safeParse(params);
  if (!checked.success) {
    return failure(RPC_ERRORS.invalidParams, 'getBalance takes a wallet address.');
  }
  return { method: 'getBalance', params: [checked.data[0], { commitment: COMMITMENT }] };
}

function tokenAccountsQuestion(params: readonly unknown[]): Question | RpcOutcome {
  const checked = tokenAccountsParams.safeParse(params);
  if (!checked.success) {
    return failure(
      RPC_ERRORS.invalidParams,
      'getTokenAccountsByOwner takes a wallet address, {"mint": address} and {"encoding": "jsonParsed"}.',
    );
  }
  const [owner, { mint }] = checked.data;
  const options = { commitment: COMMITMENT, encoding: 'jsonParsed' };
  return { method: 'getTokenAccountsByOwner', params: [owner, { mint }, options] };
}
