import { z } from 'zod';
import { EXAMPLE_RECRUIT, walletAddressSchema } from '../wallet/address.js';

/** Error codes of JSON-RPC 2.0, and the one we use when the node behind us fails. */
export const RPC_ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  upstream: -32_000,
} as const;

const idSchema = z.union([z.string().max(100), z.number(), z.null()]);

/** The body of `POST /api/rpc`: anything, for what is wrong with it is answered in JSON-RPC's own way. */
export const rpcBodySchema = z.unknown().meta({
  type: 'object',
  description: 'A JSON-RPC 2.0 call, or an array of 1 to 10',
  example: { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [EXAMPLE_RECRUIT] },
});

export const resultContextSchema = z.object({
  slot: z.int().nonnegative(),
  /** When it was read (ISO 8601, UTC), where no node answers now: it may have changed since. */
  readAt: z.iso.datetime().optional(),
});

export type ResultContext = z.infer<typeof resultContextSchema>;

export const rpcRequestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

const rpcErrorSchema = z.object({ code: z.int(), message: z.string() });

export const rpcResponseSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    result: z.unknown().optional(),
    error: rpcErrorSchema.optional(),
  })
  .meta({
    example: { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value: 1_000_000_000 } },
  });

export type RpcResponse = z.infer<typeof rpcResponseSchema>;

/** What becomes of a call that is not answered. The message goes to the caller. */
export interface Refusal {
  readonly error: z.infer<typeof rpcErrorSchema>;
}

export function refusal(code: number, message: string): Refusal {
  return { error: { code, message } };
}

/** The only commitment that is asked for (specification, section 9). */
const COMMITMENT = 'confirmed';

/**
 * A result as Solana nodes tell it, with the slot that it is of. What they tell besides is left out, here and below: it may
 * be of any size, and pass for what only we say.
 */
const resultOf = (value: z.ZodType) =>
  z.object({ context: resultContextSchema.omit({ readAt: true }), value });

type ResultSchema = ReturnType<typeof resultOf>;

/** What a node answers to a question that it does not refuse. */
export interface NodeAnswer {
  readonly result: z.infer<ResultSchema>;
}

export type Answer = NodeAnswer | Refusal;

/** Anything else than text and a whole number becomes null: the page skips that account and sums up the others. */
const tokenAmount = z.object({
  amount: z.string().nullable().catch(null),
  decimals: z.int().nonnegative().nullable().catch(null),
});

const parsedTokenAccount = z.object({
  pubkey: walletAddressSchema,
  account: z.object({
    data: z.object({
      program: z.string(),
      parsed: z.object({ info: z.object({ tokenAmount }) }),
      space: z.number(),
    }),
    executable: z.boolean(),
    lamports: z.number(),
    owner: walletAddressSchema,
    rentEpoch: z.number(),
  }),
});

interface Method {
  /** What it is asked with, made into what goes to the node. */
  readonly params: z.ZodType<unknown[]>;
  /** The same in words. */
  readonly takes: string;
  readonly result: ResultSchema;
}

const METHODS: Readonly<Record<string, Method>> = {
  getBalance: {
    params: z
      .tuple([walletAddressSchema, z.looseObject({}).nullish()])
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

/** A call that may go to the node. It is built from checked parts; nothing of the caller's request is passed on as it is. */
export interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resultSchema: ResultSchema;
}

/** The question that a call asks; a refusal when it is none that is answered here. */
export function toQuestion(name: string, given: readonly unknown[]): Question | Refusal {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method === undefined) {
    const names = Object.keys(METHODS).join(' and ');
    return refusal(RPC_ERRORS.unknownMethod, `Only ${names} are answered here.`);
  }
  const { data: params } = method.params.safeParse(given);
  if (params === undefined) {
    return refusal(RPC_ERRORS.invalidParams, `${name} takes ${method.takes}.`);
  }
  return { method: name, params, resultSchema: method.result };
}
