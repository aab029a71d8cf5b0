import { z } from 'zod';
import { EXAMPLE_RECRUIT } from '../wallet/address.js';

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

/** What a result says of itself. */
export const resultContextSchema = z.object({
  slot: z.int().nonnegative(),
  /** When it was read (ISO 8601, UTC), where no node answers now: it may have changed since. */
  readAt: z.iso.datetime().optional(),
});

export type ResultContext = z.infer<typeof resultContextSchema>;

/** A single call as the browser sends it. */
export const rpcRequestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

export const rpcErrorSchema = z.object({ code: z.int(), message: z.string() });

/** An answer to one call. */
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
