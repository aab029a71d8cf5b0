import { z } from 'zod';
import { walletAddressSchema } from '../wallet/address.js';
import { RPC_ERRORS, resultContextSchema, RpcRefusal } from './json-rpc.js';

/** The only commitment that is asked for (specification, section 9). */
const COMMITMENT = 'confirmed';

/** A result as Solana nodes tell it, with the slot that it is of. What they tell besides is passed on. */
const resultOf = (value: z.ZodType) =>
  z.looseObject({ context: resultContextSchema.omit({ readAt: true }).loose(), value });

export type NodeResult = z.infer<ReturnType<typeof resultOf>>;

/** The amount is text that the page reads: what is no number there is skipped (specification, section 5). */
const tokenAmount = z.looseObject({ amount: z.string(), decimals: z.int().nonnegative() });

const parsedTokenAccount = z.looseObject({
  pubkey: walletAddressSchema,
  account: z.looseObject({
    data: z.looseObject({
      program: z.string(),
      parsed: z.looseObject({ info: z.looseObject({ tokenAmount }) }),
      space: z.number(),
    }),
    executable: z.boolean(),
    lamports: z.number(),
    owner: walletAddressSchema,
    rentEpoch: z.number(),
  }),
});

/** What each method that is asked answers with. A balance may be more than a float can hold to the last lamport. */
const RESULTS = {
  getBalance: resultOf(z.number().nonnegative()),
  getTokenAccountsByOwner: resultOf(z.array(parsedTokenAccount)),
};

/** A call that may go to the node. It is built from checked parts; nothing of the caller's request is passed on as it is. */
export interface Question {
  readonly method: keyof typeof RESULTS;
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

/**
 * The question that a call asks.
 * @throws RpcRefusal when it is none that is answered here
 */
export function toQuestion(method: string, params: readonly unknown[]): Question {
  switch (method) {
    case 'getBalance':
      return balanceQuestion(params);
    case 'getTokenAccountsByOwner':
      return tokenAccountsQuestion(params);
    default:
      throw new RpcRefusal(
        RPC_ERRORS.unknownMethod,
        'Only getBalance and getTokenAccountsByOwner are answered here.',
      );
  }
}

/**
 * The result that a node gave to a question, once it is seen to have the shape of the method's results.
 * @throws ZodError when it has not
 */
export function checkResult({ method }: Question, result: unknown): NodeResult {
  return RESULTS[method].parse(result);
}

function balanceQuestion(params: readonly unknown[]): Question {
  const checked = balanceParams.safeParse(params);
  if (!checked.success) {
    throw new RpcRefusal(RPC_ERRORS.invalidParams, 'getBalance takes a wallet address.');
  }
  return { method: 'getBalance', params: [checked.data[0], { commitment: COMMITMENT }] };
}

function tokenAccountsQuestion(params: readonly unknown[]): Question {
  const checked = tokenAccountsParams.safeParse(params);
  if (!checked.success) {
    throw new RpcRefusal(
      RPC_ERRORS.invalidParams,
      'getTokenAccountsByOwner takes a wallet address, {"mint": address} and {"encoding": "jsonParsed"}.',
    );
  }
  const [owner, { mint }] = checked.data;
  const options = { commitment: COMMITMENT, encoding: 'jsonParsed' };
  return { method: 'getTokenAccountsByOwner', params: [owner, { mint }, options] };
}
