import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../core/clock.js';
import { RpcOutcomes } from '../metrics/outcomes.js';
import type { Client } from '../http/client.js';
import {
  RPC_ERRORS,
  refusal,
  rpcRequestSchema,
  toQuestion,
  type Answer,
  type NodeAnswer,
  type Question,
  type RpcResponse,
} from './json-rpc.js';
import { Upstream } from './upstream.js';

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
  readonly client: Client;
}

@Injectable()
export class RpcService {
  /** Whoever asks the same while a question is open, or soon after its answer, gets that answer. */
  private readonly answers = new LRUCache<string, Answer, Asked>({
    max: MAX_KEPT,
    ttl: LIFETIME_MS,
    // A question that has to make room for others is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _previous, { context: { question, client }, options }) => {
      const answer = await this.upstream.ask(question, client);
      if (answer === undefined) return undefined;
      if ('error' in answer) {
        options.ttl = FAILURE_LIFETIME_MS;
      } else {
        const context = { ...answer.result.context, readAt: this.clock.now().toISOString() };
        this.last.set(key, { result: { ...answer.result, context } });
      }
      return answer;
    },
  });

  /** What each question was last answered, marked with the time, for when no node answers. */
  private readonly last = new LRUCache<string, NodeAnswer>({
    ...MAX_LAST,
    ttl: LAST_LIFETIME_MS,
    sizeCalculation: (answer) => JSON.stringify(answer).length,
  });

  constructor(
    private readonly upstream: Upstream,
    private readonly outcomes: RpcOutcomes,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers a JSON-RPC request, a single call or a batch. Errors are answers, too.
   * @param request undefined for what was no JSON
   */
  async answer(request: unknown, client: Client): Promise<RpcResponse | RpcResponse[]> {
    if (request === undefined) return respond(null, NO_JSON);
    if (!Array.isArray(request)) return this.answerOne(request, client);
    if (request.length === 0 || request.length > MAX_CALLS) return respond(null, NO_BATCH);
    return Promise.all(request.map((call: unknown) => this.answerOne(call, client)));
  }

  private async answerOne(call: unknown, client: Client): Promise<RpcResponse> {
    const { data: request } = rpcRequestSchema.safeParse(call);
    if (request === undefined) return respond(null, NO_CALL);
    const question = toQuestion(request.method, request.params);
    return respond(request.id, 'error' in question ? question : await this.ask(question, client));
  }

  private async ask(question: Question, client: Client): Promise<Answer> {
    const key = JSON.stringify([question.method, question.params]);
    const status: LRUCache.Status<string, Answer, Asked> = {};
    const asked = { context: { question, client }, status };
    const answer = (await this.answers.fetch(key, asked)) ?? BUSY;
    if ('error' in answer && answer.error.code === RPC_ERRORS.upstream) {
      this.outcomes.add('fault');
      return this.last.get(key) ?? answer;
    }
    const isKept = status.fetch === 'hit' || status.fetch === 'inflight';
    this.outcomes.add(isKept ? 'cache' : 'node');
    return answer;
  }
}

const NO_JSON = refusal(RPC_ERRORS.parse, 'This is not JSON.');
const NO_BATCH = refusal(RPC_ERRORS.invalidRequest, `A batch holds 1 to ${MAX_CALLS} calls.`);
const NO_CALL = refusal(RPC_ERRORS.invalidRequest, 'This is not a JSON-RPC 2.0 call with an id.');
const BUSY = refusal(
  RPC_ERRORS.upstream,
  'The Solana node is asked too much now. Try again shortly.',
);

/** @param id null when the call has none that can be read */
function respond(id: RpcResponse['id'], answer: Answer): RpcResponse {
  return { jsonrpc: '2.0', id, ...answer };
}

/** As how many calls a request counts: those of a batch. */
export function callsIn(request: unknown): number {
  return Array.isArray(request) ? Math.min(Math.max(request.length, 1), MAX_CALLS) : 1;
}
