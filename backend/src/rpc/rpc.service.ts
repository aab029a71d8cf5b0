import { Injectable } from '@nestjs/common';
import { RpcOutcomes } from '../metrics/rpc-outcomes.js';
import { AnswerCache } from './answer-cache.js';
import type { RpcOutcome, RpcResponse } from './json-rpc.js';
import { RPC_ERRORS, failure, respond, rpcRequestSchema } from './json-rpc.js';
import type { Question } from './question.js';
import { toQuestion } from './question.js';
import { Upstream } from './upstream.js';

/** Calls in a batch; web3.js sends far fewer. */
const MOST_CALLS = 10;

@Injectable()
export class RpcService {
  private readonly answers = new AnswerCache<RpcOutcome>((outcome) => 'result' in outcome);

  constructor(
    private readonly upstream: Upstream,
    private readonly outcomes: RpcOutcomes,
  ) {}

  /** Answers the text of a JSON-RPC request, a single call or a batch. Errors are answers, too. */
  async answer(text: string): Promise<RpcResponse | RpcResponse[]> {
    const request = parseJson(text);
    if (request === undefined) return respond(null, failure(RPC_ERRORS.parse, 'This is not JSON.'));
    if (!Array.isArray(request)) return this.answerOne(request);
    if (request.length === 0 || request.length > MOST_CALLS) {
      return respond(
        null,
        failure(RPC_ERRORS.invalidRequest, `A batch holds 1 to ${MOST_CALLS} calls.`),
      );
    }
    return Promise.all(request.map((call: unknown) => this.answerOne(call)));
  }

  private async answerOne(call: unknown): Promise<RpcResponse> {
    const request = rpcRequestSchema.safeParse(call);
    if (!request.success) {
      return respond(
        null,
        failure(RPC_ERRORS.invalidRequest, 'This is not a JSON-RPC 2.0 call with an id.'),
      );
    }
    const { id, method, params } = request.data;
    const question = toQuestion(method, params);
    if (!('method' in question)) return respond(id, question);
    return respond(id, await this.ask(question));
  }

  private async ask(question: Question): Promise<RpcOutcome> {
    let source = 'cache';
    const outcome = await this.answers.get(JSON.stringify(question), () => {
      source = 'node';
      return this.upstream.ask(question);
    });
    const isFault = 'error' in outcome && outcome.error.code === RPC_ERRORS.upstream;
    this.outcomes.add(isFault ? 'fault' : source);
    return outcome;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
