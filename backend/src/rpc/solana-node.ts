import { z } from 'zod';
import { CallFault, callFaultOf, type Endpoint } from '../core/endpoint.js';
import { toError } from '../core/errors.js';
import {
  probesFor,
  RPC_ERRORS,
  rpcError,
  rpcResponseSchema,
  TOO_LARGE,
  type NodeResult,
  type RpcError,
  type RpcRequest,
} from './json-rpc.js';

/** Milliseconds that all nodes together have for a visitor's call, and that one node has for a call of our own. */
export const TIMEOUT_MS = 10_000;

const MAX_ANSWER_BYTES = 1_048_576;

const OUR_ID = 1;

const answerSchema = rpcResponseSchema
  .extend({ id: z.literal(OUR_ID) })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined));

/** The node rejected valid parameters. It may not know the mint. */
export const UNKNOWN = rpcError(
  RPC_ERRORS.invalidParams,
  'The node does not know this wallet or this mint.',
);

export type Answer = { readonly result: NodeResult } | RpcError;

export class SolanaNode {
  /** Time until which other nodes are preferred, by `performance.now()`. */
  restsUntil = 0;

  constructor(private readonly endpoint: Endpoint) {}

  get host(): string {
    return this.endpoint.host;
  }

  /**
   * Returns the node's result, {@link UNKNOWN} or {@link TOO_LARGE}. The node's own messages are dropped, since they
   * may contain anything.
   * @throws CallFault for any other answer, or if there is none
   */
  async ask({ method, params, resultSchema }: RpcRequest, signal: AbortSignal): Promise<Answer> {
    const call = JSON.stringify({ jsonrpc: '2.0', id: OUR_ID, method, params });
    const response = await this.endpoint.post(call, { 'content-type': 'application/json' }, signal);
    if (response.status !== 200) throw new CallFault(await this.endpoint.describe(response));
    const text = await readAtMost(response, MAX_ANSWER_BYTES).catch((error: unknown) => {
      throw callFaultOf(error);
    });
    // Another node's result would hardly be smaller.
    if (text === null) return TOO_LARGE;
    const { result, error } = parsed(() => answerSchema.parse(JSON.parse(text)));
    if (error?.code === RPC_ERRORS.invalidParams) return UNKNOWN;
    if (error !== undefined) throw new CallFault(`error ${error.code}`);
    return { result: parsed(() => resultSchema.parse(result)) };
  }

  /** Tries the calls that our pages make. Returns a fault, or null. */
  async findFault(tokenMint: string | null): Promise<string | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const faults = await Promise.all(
      probesFor(tokenMint).map((probe) =>
        this.ask(probe, signal).then(faultIn, (error: unknown) => toError(error).message),
      ),
    );
    return faults.find((fault) => fault !== null) ?? null;
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new CallFault('not an answer to this call');
  }
}

function faultIn(answer: Answer): string | null {
  return answer === UNKNOWN ? 'it does not know TOKEN_MINT' : null;
}

async function readAtMost(response: Response, limit: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
