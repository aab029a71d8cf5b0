import { setTimeout as delay } from 'node:timers/promises';
import { LOOKS } from '../core/verdict.js';
import type { Settings } from '../settings.js';
import { SolanaNode } from './solana-node.js';
import type { NodeState } from './judged-node.js';

const PAUSE_MS = 1_000;

/**
 * Returns the state of each node, from the running server if it knows the state. Any other node is probed: it has a
 * problem if three probes in a row fail.
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
      return { host: endpoint.host, problem: await probe(new SolanaNode(endpoint), tokenMint) };
    }),
  );
}

async function probe(node: SolanaNode, tokenMint: string | null): Promise<string | null> {
  for (let tries = 1; ; tries += 1) {
    const fault = await node.findFault(tokenMint);
    if (fault === null || tries === LOOKS) return fault;
    await delay(PAUSE_MS);
  }
}

/** Returns a sentence about a node with a problem. It does not contain the node's URL, which may hold a key. */
export function describeProblem({ host, problem }: NodeState): string {
  return `the Solana node at ${host} does not answer visitors' calls (${problem ?? 'unknown'})`;
}
