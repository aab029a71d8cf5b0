import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Registry, type Counter } from 'prom-client';
import { Clock } from '../core/clock.js';
import { counterOf } from '../metrics/outcomes.js';
import type { Client } from '../http/client.js';
import { Settings } from '../settings.js';
import {
  MAX_CALLS,
  RPC_ERRORS,
  rpcError,
  rpcCallSchema,
  rpcRequestsFor,
  TOO_LARGE,
  type RpcError,
  type RpcId,
  type RpcRequest,
} from './json-rpc.js';
import type { Answer } from './solana-node.js';
import { Upstream } from './upstream.js';

/** Maximum size of a result, and of all results of a batch together. */
const MAX_BYTES = 262_144;

const ANSWER_LIFETIME_MS = 5_000;

const FAILURE_LIFETIME_MS = 250;

/** Lifetime of the last good result of a call, which is returned if an equal call fails. */
const LAST_LIFETIME_MS = 43_200_000;

/** Results are cached as JSON, so that their size is known. */
type CachedAnswer = { readonly result: string } | RpcError;

const CACHE_OPTIONS = {
  // The default would reuse a reading of the clock for a millisecond, in which a test's clock may jump.
  ttlResolution: 0,
  max: 10_000,
  maxSize: 8_388_608,
  maxEntrySize: MAX_BYTES,
  sizeCalculation: (answer: CachedAnswer, key: string) =>
    key.length + ('error' in answer ? answer.error.message : answer.result).length,
};

@Injectable()
export class RpcService {
  private readonly toRequest: ReturnType<typeof rpcRequestsFor>;
  /** Counts valid calls by the source of the answer: `cache` or `node`; `fault` if no node gave an answer. */
  private readonly outcomes: Counter<'outcome'>;

  private readonly answers = new LRUCache<string, CachedAnswer>({
    ...CACHE_OPTIONS,
    ttl: ANSWER_LIFETIME_MS,
  });

  /**
   * Answers that a node is being asked for, by request, so that equal requests share one call to a node. A call that
   * waits for its turn is not shared with other clients, because they would wait for that turn too.
   */
  private readonly pending = new Map<string, Promise<CachedAnswer>>();

  /** Open calls by client and request. Equal calls of a client share a turn. */
  private readonly open = new Map<string, Promise<CachedAnswer | undefined>>();

  private readonly last = new LRUCache<string, CachedAnswer>({
    ...CACHE_OPTIONS,
    ttl: LAST_LIFETIME_MS,
  });

  constructor(
    private readonly upstream: Upstream,
    private readonly clock: Clock,
    { tokenMint }: Settings,
    registry: Registry,
  ) {
    this.outcomes = counterOf(registry, 'outcome', ['cache', 'node', 'fault'], {
      name: 'pyramidion_rpc_total',
      help: 'Calls to the Solana node',
    });
    this.toRequest = rpcRequestsFor(tokenMint);
  }

  /** @param body undefined if it is not JSON */
  async answer(body: unknown, client: Client): Promise<string> {
    if (body === undefined) return stringify({ id: null, answer: NO_JSON });
    if (!Array.isArray(body)) return stringify(await this.answerCall(body, client));
    if (body.length === 0 || body.length > MAX_CALLS) {
      return stringify({ id: null, answer: NO_BATCH });
    }
    const all = await Promise.all(body.map((call: unknown) => this.answerCall(call, client)));
    return `[${withinLimit(all).map(stringify).join(',')}]`;
  }

  private async answerCall(call: unknown, client: Client): Promise<AnsweredCall> {
    const { data } = rpcCallSchema.safeParse(call);
    if (data === undefined) return { id: null, answer: NO_CALL };
    const { id, method, params } = data;
    const request = this.toRequest(method, params);
    return { id, answer: 'error' in request ? request : await this.ask(request, client) };
  }

  private async ask(request: RpcRequest, client: Client): Promise<CachedAnswer> {
    const key = JSON.stringify([request.method, request.params]);
    let outcome: 'cache' | 'node' = 'cache';
    const findKnown = () => this.answers.get(key) ?? this.pending.get(key);
    const share = (asked: Promise<Answer>) => {
      outcome = 'node';
      const answer = this.keep(key, asked).finally(() => this.pending.delete(key));
      this.pending.set(key, answer);
      return answer;
    };
    const own = `${client.network} ${key}`;
    const asked =
      this.open.get(own) ??
      this.upstream.ask(request, client, findKnown, share).finally(() => this.open.delete(own));
    this.open.set(own, asked);
    const answer = (await asked) ?? BUSY;
    if (isFault(answer)) {
      this.outcomes.inc({ outcome: 'fault' });
      return this.last.get(key) ?? answer;
    }
    this.outcomes.inc({ outcome });
    return answer;
  }

  private async keep(key: string, asked: Promise<Answer>): Promise<CachedAnswer> {
    const answer = this.toCached(key, await asked);
    this.answers.set(key, answer, isFault(answer) ? { ttl: FAILURE_LIFETIME_MS } : {});
    return answer;
  }

  private toCached(key: string, answer: Answer): CachedAnswer {
    if ('error' in answer) return answer;
    const result = JSON.stringify(answer.result);
    if (result.length > MAX_BYTES) return TOO_LARGE;
    const context = { ...answer.result.context, readAt: this.clock.now().toISOString() };
    this.last.set(key, { result: JSON.stringify({ ...answer.result, context }) });
    return { result };
  }
}

function isFault(answer: CachedAnswer): boolean {
  return 'error' in answer && answer.error.code === RPC_ERRORS.upstream;
}

interface AnsweredCall {
  readonly id: RpcId;
  readonly answer: CachedAnswer;
}

const NO_JSON = rpcError(RPC_ERRORS.parse, 'The body is not JSON.');
const NO_BATCH = rpcError(RPC_ERRORS.invalidRequest, `A batch must have 1 to ${MAX_CALLS} calls.`);
const NO_CALL = rpcError(
  RPC_ERRORS.invalidRequest,
  'This is not a JSON-RPC 2.0 call. Its id must be a string of at most 100 characters or an integer of at most 2^53 - 1.',
);
const BUSY = rpcError(
  RPC_ERRORS.upstream,
  'The Solana node has too many open calls. Try again shortly.',
);

function withinLimit(answered: readonly AnsweredCall[]): AnsweredCall[] {
  let bytes = 0;
  return answered.map(({ id, answer }) => {
    if ('error' in answer) return { id, answer };
    bytes += answer.result.length;
    return { id, answer: bytes > MAX_BYTES ? TOO_LARGE : answer };
  });
}

function stringify({ id, answer }: AnsweredCall): string {
  const [member, json] =
    'error' in answer ? ['error', JSON.stringify(answer.error)] : ['result', answer.result];
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${member}":${json}}`;
}

export function callsIn(body: unknown): number {
  return Array.isArray(body) ? Math.min(Math.max(body.length, 1), MAX_CALLS) : 1;
}
