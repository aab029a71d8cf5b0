import { AT_ONCE } from './rate-limits.js';
import { allowancesOf, type Client } from './client.js';

/** Counts open items by client, by the client's larger network, and in total. */
export class OpenCounts {
  private readonly ofNetwork = new Map<string, number>();
  private readonly most: (typeof AT_ONCE)[keyof typeof AT_ONCE];
  total = 0;

  constructor(kind: keyof typeof AT_ONCE) {
    this.most = AT_ONCE[kind];
  }

  /** True if a client has reached its limit. */
  hasAll(client: Client): boolean {
    return this.allowancesOf(client).some(([network, limit]) => this.of(network) >= limit);
  }

  /** Counts one item. Returns a function that ends it, to be called once; null if a limit is reached. */
  begin(client: Client): (() => void) | null {
    if (this.hasAll(client) || this.total >= this.most.inAll) return null;
    this.add(client, 1);
    return () => this.add(client, -1);
  }

  private add(client: Client, change: 1 | -1): void {
    this.total += change;
    for (const [network] of this.allowancesOf(client)) {
      const open = this.of(network) + change;
      if (open === 0) this.ofNetwork.delete(network);
      else this.ofNetwork.set(network, open);
    }
  }

  private allowancesOf(client: Client) {
    return allowancesOf(client, this.most.ofOne);
  }

  private of(network: string): number {
    return this.ofNetwork.get(network) ?? 0;
  }
}
