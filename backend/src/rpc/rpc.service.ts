import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../core/clock.js';
import { RpcOutcomes } from '../metrics/outcomes.js';
import type { RpcResponse } from './json-rpc.js';
import { RPC_ERRORS, RpcRefusal, refuse, rpcRequestSchema } from './json-rpc.js';
import type { NodeResult, Question } from './question.js';
import { toQuestion } from './question.js';
import { NodeFailure, Upstream } from './upstream.js';

/** Calls in a batch; web3.js sends far fewer. */
const MAX_CALLS = 10;

/** How long an answer of the node is given again, in milliseconds, and how many are kept. */
const LIFETIME_MS = 5_000;
const MAX_KEPT = 250;

/** How long a failure of the node is given again, in milliseconds: who insists does not ask the node each time. */
const FAILURE_LIFETIME_MS = 250;

/** For how long the last answer to a question stands in for the nodes, in milliseconds, and how much JSON of those is kept. */
const LAST_LIFETIME_MS = 43_200_000;
const MAX_LAST = { maxSize: 8_388_608, maxEntrySize: 65_536 };

/** What is asked, and by whom. */
interface Asked {
  readonly question: Question;
  /** The network that the caller is in. */
  readonly client: string;
}

@Injectable()
export class RpcService {
  /** Whoever asks the same while a question is open, or soon after its answer, gets that answer. */
  private readonly answers = new LRUCache<string, NodeResult | NodeFailure, Asked>({
    max: MAX_KEPT,
    ttl: LIFETIME_MS,
    // A question that has to make room for others is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _previous, { context: { question, client }, options }) => {
      try {
        const result = await this.upstream.ask(question, client);
        const context = { ...result.context, readAt: this.clock.now().toISOString() };
        this.last.set(key, { ...result, context });
        return result;
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error;
        options.ttl = FAILURE_LIFETIME_MS;
        return error;
      }
    },
  });

  /** What each question was last answered, marked with the time, for when no node answers. */
  private readonly last = new LRUCache<string, NodeResult>({
    ...MAX_LAST,
    ttl: LAST_LIFETIME_MS,
    sizeCalculation: (result) => JSON.stringify(result).length,
  });

  constructor(
    private readonly upstream: Upstream,
    private readonly outcomes: RpcOutcomes,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers the text of a JSON-RPC request, a single call or a batch. Errors are answers, too.
   * @param client the network that the caller is in
   */
  async answer(text: string, client: string): Promise<RpcResponse | RpcResponse[]> {
    const request = parseJson(text);
    if (request === undefined) return refuse(null, RPC_ERRORS.parse, 'This is not JSON.');
    if (!Array.isArray(request)) return this.answerOne(request, client);
    if (request.length === 0 || request.length > MAX_CALLS) {
      return refuse(null, RPC_ERRORS.invalidRequest, `A batch holds 1 to ${MAX_CALLS} calls.`);
    }
    return Promise.all(request.map((call: unknown) => this.answerOne(call, client)));
  }

  private async answerOne(call: unknown, client: string): Promise<RpcResponse> {
    const request = rpcRequestSchema.safeParse(call);
    if (!request.success) {
      return refuse(null, RPC_ERRORS.invalidRequest, 'This is not a JSON-RPC 2.0 call with an id.');
    }
    const { id, method, params } = request.data;
    try {
      return {
        jsonrpc: '2.0',
        id,
        result: await this.ask({ question: toQuestion(method, params), client }),
      };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return refuse(id, error.code, error.message);
    }
  }

  private async ask(asked: Asked): Promise<NodeResult> {
    const status: LRUCache.Status<string, NodeResult | NodeFailure, Asked> = {};
    const source = () => (status.fetch === 'hit' || status.fetch === 'inflight' ? 'cache' : 'node');
    const key = JSON.stringify(asked.question);
    try {
      const result = await this.answers.forceFetch(key, { context: asked, status });
      if (result instanceof NodeFailure) throw result;
      this.outcomes.add(source());
      return result;
    } catch (error) {
      const isFault = !(error instanceof RpcRefusal) || error.code === RPC_ERRORS.upstream;
      this.outcomes.add(isFault ? 'fault' : source());
      const last = isFault ? this.last.get(key) : undefined;
      if (last === undefined) throw error;
      return last;
    }
  }
}

/** As how many calls a request counts: those of a batch. */
export function callsIn(text: unknown): number {
  const request = parseJson(String(text));
  return Array.isArray(request) ? Math.min(Math.max(request.length, 1), MAX_CALLS) : 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
