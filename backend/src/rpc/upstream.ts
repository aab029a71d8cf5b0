import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { z } from 'zod';
import type { Client } from '../http/client.js';
import { OpenCounts } from '../http/open-counts.js';
import { consume } from '../http/rate-limiter.js';
import { LOG, RareWarnings, type Log } from '../core/log.js';
import { SETTINGS, type Settings } from '../settings.js';
import {
  parseExactly,
  RPC_ERRORS,
  rpcError,
  rpcResponseSchema,
  TOO_LARGE,
  type NodeResult,
  type RpcError,
  type RpcRequest,
} from './json-rpc.js';

/** Timeout of a request in milliseconds, for all nodes together. */
const TIMEOUT_MS = 10_000;

/** Milliseconds for which a failed node is avoided. */
const REST_MS = 10_000;

const MAX_ANSWER_BYTES = 1_048_576;

/** Id of the call; a request has only one call. */
const OUR_ID = 1;

const answerSchema = rpcResponseSchema
  .extend({ id: z.literal(OUR_ID) })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined));

const UNKNOWN = 'The node does not know this wallet or this mint.';
const NO_ANSWER = 'not an answer to this call';
const FAILED = 'The Solana node does not answer. Try again shortly.';

type Answer = { readonly result: NodeResult } | RpcError;

/** A node. Its times are by `performance.now()`. */
interface SolanaNode {
  readonly url: string;
  restsUntil: number;
}

/**
 * The Solana nodes behind `/api/rpc`: a request goes to the first healthy node, and if that fails, to the next. Their
 * URLs, headers and messages never reach a client.
 */
@Injectable()
export class Upstream {
  private readonly nodes: readonly SolanaNode[];
  private readonly open = new OpenCounts('nodeCalls');
  private readonly quota: RateLimiterMemory;
  private readonly warnings: RareWarnings;

  constructor(
    @Inject(SETTINGS) { solanaRpcUrls, solanaRpcCallsPerSecond }: Settings,
    @Inject(LOG) log: Log,
  ) {
    this.warnings = new RareWarnings(log);
    this.nodes = solanaRpcUrls.map((url) => ({ url, restsUntil: 0 }));
    this.quota = new RateLimiterMemory({ points: solanaRpcCallsPerSecond, duration: 1 });
  }

  /**
   * Returns a node's result. Returns an error if a node rejects the request, or no node answers in 10 s. Returns
   * undefined if too many calls are open, or every node's quota is used up.
   */
  async ask(request: RpcRequest, client: Client): Promise<Answer | undefined> {
    const end = this.open.begin(client);
    if (end === null) return undefined;
    let answer: Answer | undefined;
    try {
      for (const node of this.healthyNodes()) {
        if (!(await consume(this.quota, node.url)).allowed) continue;
        answer = await this.askOne(node, request);
        if (!('error' in answer) || answer.error.code !== RPC_ERRORS.upstream) break;
      }
      return answer;
    } finally {
      end();
    }
  }

  /**
   * Returns the nodes that have not failed in the last 10 s; if there are none, the node whose last failure is the
   * oldest.
   */
  private healthyNodes(): readonly SolanaNode[] {
    const now = performance.now();
    const awake = this.nodes.filter(({ restsUntil }) => restsUntil <= now);
    if (awake.length > 0) return awake;
    return this.nodes.toSorted((one, other) => one.restsUntil - other.restsUntil).slice(0, 1);
  }

  private async askOne(node: SolanaNode, request: RpcRequest): Promise<Answer> {
    try {
      const text = await this.post(node, request);
      // The result would be too large from any other node, too.
      if (text === null) return TOO_LARGE;
      const { result, error } = answerSchema.parse(parseExactly(text));
      // The node's message is dropped, since it may contain anything.
      if (error?.code === RPC_ERRORS.invalidParams) return rpcError(error.code, UNKNOWN);
      if (error !== undefined) throw new UpstreamFault(`error ${error.code}`);
      const answer = { result: request.resultSchema.parse(result) };
      node.restsUntil = 0;
      return answer;
    } catch (error) {
      node.restsUntil = performance.now() + REST_MS;
      const { host } = new URL(node.url);
      const details = { host, method: request.method, fault: faultOf(error) };
      this.warnings.warn('The Solana node did not answer', details, host);
      return rpcError(RPC_ERRORS.upstream, FAILED);
    }
  }

  /** Returns the node's answer; null if it is too large. */
  private async post({ url }: SolanaNode, { method, params }: RpcRequest): Promise<string | null> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: OUR_ID, method, params }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS / this.nodes.length),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new UpstreamFault(`status ${response.status}`);
    }
    return readAtMost(response, MAX_ANSWER_BYTES);
  }
}

/** A fault described without the node's URL. */
class UpstreamFault extends Error {}

/** Returns the text of a response; null once it exceeds `limit` bytes. */
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

function faultOf(error: unknown): string {
  if (error instanceof UpstreamFault) return error.message;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return NO_ANSWER;
  return error instanceof Error ? error.name : 'unknown fault';
}
