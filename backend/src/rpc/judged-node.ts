import { LOOKS, Verdict } from '../core/verdict.js';
import type { SolanaNode } from './solana-node.js';

/** Time from a judgement until a node without calls is probed, in milliseconds. */
const UNSEEN_MS = 60_000;

export interface NodeState {
  readonly host: string;
  /** Why the node cannot answer visitors' calls; null if it can, undefined if that is not known now. */
  readonly problem?: string | null | undefined;
}

/** Calls of a method since the last look. */
interface Tally {
  readonly answered: number;
  readonly failed: number;
  readonly fault: string | null;
}

/** A Solana node, judged by its answers to visitors' calls, or to a probe when there are none. */
export class JudgedNode {
  /** Time until which other nodes are preferred, by `performance.now()`. */
  restsUntil = 0;
  private seenAt = -Infinity;
  private readonly verdict = new Verdict();
  private readonly tallies = new Map<string, Tally>();

  constructor(readonly node: SolanaNode) {}

  /** @param fault why the call failed; null if the node is not at fault */
  count(method: string, fault: string | null): void {
    const before = this.tallies.get(method) ?? { answered: 0, failed: 0, fault };
    this.tallies.set(method, {
      answered: before.answered + (fault === null ? 1 : 0),
      failed: before.failed + (fault === null ? 0 : 1),
      fault: fault ?? before.fault,
    });
  }

  /**
   * Judges the calls since the last look: the node is at fault if most calls of a method failed. Without calls, the
   * node is probed once a minute, and at each look while the last result contradicts the verdict.
   * @param tokenMint undefined if the node may not be probed
   */
  async look(tokenMint: string | null | undefined): Promise<void> {
    const tallies = [...this.tallies.values()];
    this.tallies.clear();
    const wasSeen = performance.now() - this.seenAt < UNSEEN_MS;
    if (tallies.length > 0) {
      this.judge(tallies.find(({ answered, failed }) => failed > answered)?.fault ?? null);
    } else if (tokenMint !== undefined && !(wasSeen && this.verdict.isCertain)) {
      this.judge(await this.node.findFault(tokenMint));
    }
  }

  state(): NodeState {
    const isKnown = performance.now() - this.seenAt < LOOKS * UNSEEN_MS;
    return { host: this.node.host, problem: isKnown ? this.verdict.problem : undefined };
  }

  private judge(fault: string | null): void {
    this.verdict.add(fault);
    this.seenAt = performance.now();
  }
}
