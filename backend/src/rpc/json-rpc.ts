import { z } from 'zod';
import { documentBy } from '../http/docs.js';
import { EXAMPLE_RECRUIT, walletAddressSchema } from '../wallet/address.js';

/** Error codes of JSON-RPC 2.0, and two of our own. */
export const RPC_ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  upstream: -32_000,
  tooLarge: -32_050,
} as const;

/** Integers above 2^53 - 1 are rejected, since JSON.parse may have rounded them. */
const idSchema = z.union([z.string().max(100), z.int(), z.null()]);

export type RpcId = z.infer<typeof idSchema>;

const resultContextSchema = z.object({
  slot: z.int().nonnegative(),
  /** When the result was read, if it is an older one because the call failed; otherwise missing. */
  readAt: z.iso.datetime().optional(),
});

export type ResultContext = z.infer<typeof resultContextSchema>;

export const MAX_CALLS = 10;

export const rpcCallSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    method: z.string(),
    params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
  })
  .meta({ id: 'RpcCall' });

/** Body of `POST /api/rpc`. Anything is accepted, since an invalid body gets a JSON-RPC error. */
export const rpcBodySchema = documentBy(
  z.unknown(),
  z.union([rpcCallSchema, z.array(rpcCallSchema).min(1).max(MAX_CALLS)]).meta({
    id: 'RpcRequest',
    example: { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [EXAMPLE_RECRUIT] },
  }),
);

const rpcErrorSchema = z.object({ code: z.int(), message: z.string() }).meta({ id: 'RpcError' });

const EXAMPLE_ANSWER = {
  jsonrpc: '2.0',
  id: 1,
  result: { context: { slot: 1 }, value: 1_000_000_000 },
};

export const rpcResponseSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    result: z.unknown().optional(),
    error: rpcErrorSchema.optional(),
  })
  .meta({ id: 'RpcResponse', example: EXAMPLE_ANSWER });

export const rpcAnswerSchema = z
  .union([rpcResponseSchema, z.array(rpcResponseSchema).min(1).max(MAX_CALLS)])
  .meta({ id: 'RpcAnswer', example: EXAMPLE_ANSWER });

export interface RpcError {
  readonly error: z.infer<typeof rpcErrorSchema>;
}

export function rpcError(code: number, message: string): RpcError {
  return { error: { code, message } };
}

export const TOO_LARGE = rpcError(
  RPC_ERRORS.tooLarge,
  'This answer is too large. Request fewer accounts, or send several requests.',
);

/** Commitment of every call to a node, whatever the client requests (docs/product.md, Constants). */
const COMMITMENT = 'confirmed';

/** JSON.parse may round a u64 above 2^53. */
const u64 = z.number().nonnegative();

/** A result with its slot. Other members are dropped: they may be large, or imitate our `readAt`. */
const resultOf = (value: z.ZodType) =>
  z.object({ context: resultContextSchema.omit({ readAt: true }), value });

type ResultSchema = ReturnType<typeof resultOf>;

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
    lamports: u64,
    owner: walletAddressSchema,
    rentEpoch: u64,
  }),
});

/** Accepts a commitment, but `COMMITMENT` is used in its place. */
const options = z.strictObject({
  commitment: z.enum(['processed', 'confirmed', 'finalized']).optional(),
});

interface Method {
  readonly params: z.ZodType<unknown[]>;
  /** Description of the valid params, for the error message. */
  readonly takes: string;
  readonly result: ResultSchema;
}

/** @param tokenMint the only mint that a client may name; null allows none */
function methodsOf(tokenMint: string | null): Readonly<Record<string, Method>> {
  return {
    getBalance: {
      params: z
        .tuple([walletAddressSchema, options.nullish()])
        .transform(([wallet]) => [wallet, { commitment: COMMITMENT }]),
      takes: 'a wallet address, and no option but commitment',
      result: resultOf(u64),
    },
    getTokenAccountsByOwner: {
      params: z
        .tuple([
          walletAddressSchema,
          z.strictObject({ mint: tokenMint === null ? z.never() : z.literal(tokenMint) }),
          options.extend({ encoding: z.literal('jsonParsed') }),
        ])
        .transform(([owner, { mint }, { encoding }]) => [
          owner,
          { mint },
          { commitment: COMMITMENT, encoding },
        ]),
      takes:
        tokenMint === null
          ? 'the mint of this site, which has none yet'
          : `a wallet address, {"mint": "${tokenMint}"} and {"encoding": "jsonParsed"}, and no other option but commitment`,
      result: resultOf(z.array(parsedTokenAccount)),
    },
  };
}

export type NodeResult = z.infer<ResultSchema>;

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resultSchema: ResultSchema;
}

export function rpcRequestsFor(tokenMint: string | null) {
  const methods = methodsOf(tokenMint);
  return (name: string, given: unknown): RpcRequest | RpcError => {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (method === undefined) {
      const names = Object.keys(methods).join(' and ');
      return rpcError(RPC_ERRORS.unknownMethod, `Only ${names} are answered here.`);
    }
    const { data: params } = method.params.safeParse(given);
    return params === undefined
      ? rpcError(RPC_ERRORS.invalidParams, `${name} takes ${method.takes}.`)
      : { method: name, params, resultSchema: method.result };
  };
}

/** Address of the system program, which every cluster has. */
const PROBED_WALLET = '1'.repeat(32);

/** Returns the requests that probe a node: for a balance and, if the site has a mint, for token accounts. */
export function probesFor(tokenMint: string | null): RpcRequest[] {
  const toRequest = rpcRequestsFor(tokenMint);
  const requests = [
    toRequest('getBalance', [PROBED_WALLET]),
    toRequest('getTokenAccountsByOwner', [
      PROBED_WALLET,
      { mint: tokenMint },
      { encoding: 'jsonParsed' },
    ]),
  ];
  return requests.flatMap((request) => ('error' in request ? [] : [request]));
}
