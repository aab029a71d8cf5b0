import { lookRepeatedly, Verdict } from '../core/verdict.js';
import type { Endpoint } from '../core/endpoint.js';
import type { Settings } from '../settings.js';
import { SolanaNode } from './solana-node.js';

/** Minimum time between two probes of a node, in milliseconds, while the last result agrees with the verdict. */
const PROBE_MS = 60_000;

export interface NodeState {
  readonly host: string;
  /** Fault that repeated probes found; null if there is none, undefined if unknown. */
  readonly problem?: string | null | undefined;
}

export class WatchedNode {
  private readonly node: SolanaNode;
  private readonly verdict = new Verdict();
  private probedAt = -Infinity;

  constructor(
    endpoint: Endpoint,
    private readonly tokenMint: string | null,
  ) {
    this.node = new SolanaNode(endpoint);
  }

  get state(): NodeState {
    return { host: this.node.host, problem: this.verdict.problem };
  }

  async look(): Promise<void> {
    if (this.verdict.isCertain && performance.now() - this.probedAt < PROBE_MS) return;
    this.verdict.add(await this.node.findFault(this.tokenMint));
    this.probedAt = performance.now();
  }
}

/**
 * Returns the state of each node. Probes the nodes whose state the server does not know.
 * @param known states from the server; empty without a server
 */
export async function findNodeProblems(
  { solanaNodes, tokenMint }: Pick<Settings, 'solanaNodes' | 'tokenMint'>,
  known: readonly NodeState[],
): Promise<readonly NodeState[]> {
  return Promise.all(
    solanaNodes.map(async (endpoint, index) => {
      const { host, problem } = known[index] ?? {};
      if (host === endpoint.host && problem !== undefined) return { host, problem };
      const node = new SolanaNode(endpoint);
      const look = () => node.findFault(tokenMint);
      return { host: node.host, problem: await lookRepeatedly(look, (fault) => fault === null) };
    }),
  );
}

/** Returns a sentence without the node's URL, which may hold a key. */
export function describeProblem({ host, problem }: NodeState): string {
  return `the Solana node at ${host} fails (${problem ?? 'unknown'})`;
}
