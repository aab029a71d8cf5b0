import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimited, toError } from '../core/errors.js';
import { LOG, RareWarnings, type Log } from '../core/log.js';
import type { Client } from '../http/client.js';
import { ClientTurns } from '../http/client-turns.js';
import { consume } from '../http/rate-limiter.js';
import { NODE_QUOTA_WAIT_MS, NODE_TURN_WAIT_MS } from '../http/rate-limits.js';
import { Settings } from '../settings.js';
import { RPC_ERRORS, rpcError, type RpcRequest } from './json-rpc.js';
import { SolanaNode, TIMEOUT_MS, type Answer } from './solana-node.js';

/** Milliseconds for which a failed node is avoided. */
const REST_MS = 10_000;

/** Milliseconds without a complete answer after which the next node is asked. */
const PATIENCE_MS = 3_000;

const QUOTA_PAUSE_MS = 100;

const FAILED = rpcError(RPC_ERRORS.upstream, 'The Solana node does not answer. Try again shortly.');

class NoQuota extends Error {}

/**
 * The Solana nodes behind `/api/rpc`. If a node fails or is silent, the request goes to the next healthy one that has
 * quota left; no node gets a request twice.
 */
@Injectable()
export class Upstream {
  private readonly nodes: readonly SolanaNode[];
  private readonly calls = new ClientTurns('nodeCalls');
  private readonly quotas = new ClientTurns('nodeQuota');
  private readonly quota: RateLimiterMemory;
  private readonly warnings: RareWarnings;

  constructor(settings: Settings, @Inject(LOG) log: Log) {
    this.warnings = new RareWarnings(log);
    this.nodes = settings.solanaNodes.map((endpoint) => new SolanaNode(endpoint));
    this.quota = new RateLimiterMemory({ points: settings.solanaRpcCallsPerSecond, duration: 1 });
  }

  /**
   * Returns the known answer, or asks a node in the client's turn if no answer is known by then. Returns undefined if the
   * call gets no turn or no quota in time.
   * @param findKnown returns the answer to an equal call, which needs no quota; undefined if there is none
   * @param share called with the answer of a node, or an error if no node gives a valid one
   */
  async ask<T>(
    request: RpcRequest,
    client: Client,
    findKnown: () => T | Promise<T> | undefined,
    share: (answer: Promise<Answer>) => Promise<T>,
  ): Promise<T | undefined> {
    const begun = performance.now();
    const latest = begun + NODE_QUOTA_WAIT_MS;
    // The answer is wrapped, because the next call in line for quota must not wait for it.
    const withQuota = async () => ({
      answer: findKnown() ?? share(this.askInTurn(await this.waitForQuota(latest), request)),
    });
    const inTurn = async (): Promise<T | undefined> => {
      const known = findKnown();
      if (known !== undefined) return known;
      if (performance.now() - begun >= NODE_TURN_WAIT_MS) return undefined;
      return (await this.quotas.run(client, withQuota)).answer;
    };
    try {
      return await (findKnown() ?? this.calls.run(client, inTurn));
    } catch (error) {
      if (error instanceof NoQuota || error instanceof RateLimited) return undefined;
      throw error;
    }
  }

  private healthyNodes(): readonly SolanaNode[] {
    const now = performance.now();
    const awake = this.nodes.filter(({ restsUntil }) => restsUntil <= now);
    if (awake.length > 0) return awake;
    return this.nodes.toSorted((one, other) => one.restsUntil - other.restsUntil).slice(0, 1);
  }

  private async waitForQuota(latest: number): Promise<readonly SolanaNode[]> {
    for (;;) {
      const nodes = await this.useQuota(this.healthyNodes());
      if (nodes.length > 0) return nodes;
      if (performance.now() + QUOTA_PAUSE_MS > latest) throw new NoQuota();
      await delay(QUOTA_PAUSE_MS);
    }
  }

  /**
   * Counts a call against the first node that has quota left. Returns this node and those after it; none if no node has
   * quota left.
   */
  private async useQuota(nodes: readonly SolanaNode[]): Promise<readonly SolanaNode[]> {
    for (const [index, node] of nodes.entries()) {
      const key = String(this.nodes.indexOf(node));
      if ((await consume(this.quota, key)).allowed) return nodes.slice(index);
    }
    return [];
  }

  /** The call to the first node is already counted against its quota. */
  private async askInTurn(nodes: readonly SolanaNode[], request: RpcRequest): Promise<Answer> {
    const end = performance.now() + TIMEOUT_MS;
    for (const [index, node] of nodes.entries()) {
      if (index > 0 && (await this.useQuota([node])).length === 0) continue;
      const left = Math.ceil(end - performance.now());
      if (left <= 0) break;
      const isLast = index === nodes.length - 1;
      // AbortSignal.any would lose its timeouts to the garbage collector (nodejs/node#57736).
      const signal = AbortSignal.timeout(isLast ? left : Math.min(left, PATIENCE_MS));
      const answer = await this.askOne(node, request, signal);
      if (answer !== null) return answer;
    }
    return FAILED;
  }

  private async askOne(
    node: SolanaNode,
    request: RpcRequest,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    try {
      const answer = await node.ask(request, signal);
      node.restsUntil = 0;
      return answer;
    } catch (error) {
      const fault = toError(error).message;
      node.restsUntil = performance.now() + REST_MS;
      const { host } = node;
      const details = { host, method: request.method, fault };
      this.warnings.warn('The Solana node did not answer', details, host);
      return null;
    }
  }
}
