import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimited } from '../core/errors.js';
import type { Client } from './client.js';
import { OpenCounts } from './open-counts.js';
import { CLIENTS_PER_PREFIX, IN_TURN } from './rate-limits.js';

export class ClientTurns {
  private readonly inAll: LimitFunction;
  private readonly ofNetwork: KeyedLimit;
  private readonly ofPrefix: KeyedLimit;
  private readonly open: OpenCounts;

  constructor(kind: keyof typeof IN_TURN) {
    const { ofOne, inAll } = IN_TURN[kind];
    this.inAll = pLimit(inAll);
    this.ofNetwork = new KeyedLimit(ofOne);
    this.ofPrefix = new KeyedLimit(CLIENTS_PER_PREFIX * ofOne);
    this.open = new OpenCounts(kind);
  }

  /**
   * @param maxRestMs the next job waits for as long as this one took, but for `maxRestMs` at most, so that other
   *   requests get the event loop
   * @throws RateLimited if too many jobs of the client, its group or all clients are open
   */
  async run<T>(client: Client, job: () => Promise<T>, maxRestMs = 0): Promise<T> {
    const end = this.open.begin(client);
    if (end === null) {
      throw new RateLimited('Too many requests are waiting. Try again shortly.', 1);
    }
    const { network, prefix } = client;
    const inTurn = () =>
      new Promise<T>((resolve, reject) => {
        void this.inAll(async () => {
          // Otherwise, jobs that never wait, such as rendering, would block the event loop.
          await nextTurn();
          const begun = performance.now();
          await job().then(resolve, reject);
          if (maxRestMs > 0) await delay(Math.min(performance.now() - begun, maxRestMs));
        });
      });
    const inPrefix = () => (prefix === null ? inTurn() : this.ofPrefix.run(prefix, inTurn));
    return this.ofNetwork.run(network, inPrefix).finally(end);
  }
}

class KeyedLimit {
  private readonly limits = new Map<string, { readonly limit: LimitFunction; jobs: number }>();

  constructor(private readonly concurrency: number) {}

  async run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const of = this.limits.get(key) ?? { limit: pLimit(this.concurrency), jobs: 0 };
    this.limits.set(key, of);
    of.jobs += 1;
    try {
      return await of.limit(job);
    } finally {
      of.jobs -= 1;
      if (of.jobs === 0) this.limits.delete(key);
    }
  }
}
