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

/** What is answered: what a method is asked with, how that goes to the node, and with which results. */
const METHODS = {
  getBalance: {
    params: z
      .tuple([walletAddressSchema, z.looseObject({}).nullish()])
      .or(z.tuple([walletAddressSchema]))
      .transform(([wallet]) => [wallet, { commitment: COMMITMENT }]),
    takes: 'a wallet address',
    // It may be more than a float can hold to the last lamport.
    result: resultOf(z.number().nonnegative()),
  },
  getTokenAccountsByOwner: {
    params: z
      .tuple([
        walletAddressSchema,
        z.strictObject({ mint: walletAddressSchema }),
        z.looseObject({ encoding: z.literal('jsonParsed') }),
      ])
      .transform(([owner, { mint }, { encoding }]) => [
        owner,
        { mint },
        { commitment: COMMITMENT, encoding },
      ]),
    takes: 'a wallet address, {"mint": address} and {"encoding": "jsonParsed"}',
    result: resultOf(z.array(parsedTokenAccount)),
  },
};

const methodSchema = z.enum(['getBalance', 'getTokenAccountsByOwner']);

/** A call that may go to the node. It is built from checked parts; nothing of the caller's request is passed on as it is. */
export interface Question {
  readonly method: keyof typeof METHODS;
  readonly params: readonly unknown[];
}

/**
 * The question that a call asks.
 * @throws RpcRefusal when it is none that is answered here
 */
export function toQuestion(name: string, given: readonly unknown[]): Question {
  const { data: method } = methodSchema.safeParse(name);
  if (method === undefined) {
    throw new RpcRefusal(
      RPC_ERRORS.unknownMethod,
      `Only ${methodSchema.options.join(' and ')} are answered here.`,
    );
  }
  const { data: params } = METHODS[method].params.safeParse(given);
  if (params === undefined) {
    throw new RpcRefusal(RPC_ERRORS.invalidParams, `${method} takes ${METHODS[method].takes}.`);
  }
  return { method, params };
}

/**
 * The result that a node gave to a question, once it is seen to have the shape of the method's results.
 * @throws ZodError when it has not
 */
export function checkResult({ method }: Question, result: unknown): NodeResult {
  return METHODS[method].result.parse(result);
}
