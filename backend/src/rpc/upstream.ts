import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Log } from '../logging/log.js';
import { LOG } from '../logging/log.js';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../settings.js';
import type { RpcError, RpcOutcome } from './json-rpc.js';
import { RPC_ERRORS, failure, rpcErrorSchema } from './json-rpc.js';
import type { Question } from './question.js';
import { readAtMost } from './read-at-most.js';

const TIMEOUT_MS = 10_000;

/** Questions open at once; more are refused, so that a slow node cannot fill the memory. */
const MOST_OPEN = 100;

const MOST_ANSWER_BYTES = 1_048_576;

/** The id of every call that we make: there is one call in a request. */
const OUR_ID = 1;

const answerSchema = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.literal(OUR_ID),
    result: z.unknown().optional(),
    error: rpcErrorSchema.optional(),
  })
  .refine(({ result, error }) => (result === undefined) !== (error === undefined));

const PLAIN_MESSAGES: Readonly<Record<number, string>> = {
  [RPC_ERRORS.invalidParams]: 'The node does not know this wallet or this mint.',
};

/** The Solana node behind `/api/rpc`. Whatever it does, an outcome comes of it, and nothing of its address or headers. */
@Injectable()
export class Upstream {
  private readonly host: string;
  private open = 0;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.host = new URL(settings.solanaRpcUrl).host;
  }

  async ask(question: Question): Promise<RpcOutcome> {
    this.open += 1;
    try {
      if (this.open > MOST_OPEN) throw new UpstreamFault('too many questions are open');
      const answer = answerSchema.parse(JSON.parse(await this.post(question)));
      return answer.error === undefined
        ? { result: answer.result }
        : { error: plain(answer.error) };
    } catch (error) {
      this.log.warn(
        { host: this.host, method: question.method, fault: faultOf(error) },
        'The Solana node did not answer',
      );
      return failure(
        RPC_ERRORS.upstream,
        'The Solana node does not answer now. Try again shortly.',
      );
    } finally {
      this.open -= 1;
    }
  }

  private async post({ method, params }: Question): Promise<string> {
    const response = await fetch(this.settings.solanaRpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: OUR_ID, method, params }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new UpstreamFault(`status ${response.status}`);
    }
    return readAtMost(response, MOST_ANSWER_BYTES);
  }
}

/** What went wrong, in words that hold nothing of the node's address. */
class UpstreamFault extends Error {}

/** The node's own words may hold anything, so they are replaced by ours. */
function plain({ code }: RpcError): RpcError {
  return { code, message: PLAIN_MESSAGES[code] ?? 'The Solana node refused the question.' };
}

function faultOf(error: unknown): string {
  if (error instanceof UpstreamFault) return error.message;
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'not a JSON-RPC answer';
  return error instanceof Error ? error.name : 'unknown fault';
}
