import { AT_ONCE } from './rate-limits.js';
import { allowancesOf, type Client } from './client.js';

/** What is open at a time, of each client, of the larger network that it is in, and in all. */
export class OpenCounts {
  private readonly ofNetwork = new Map<string, number>();
  private readonly most: (typeof AT_ONCE)[keyof typeof AT_ONCE];
  total = 0;

  constructor(kind: keyof typeof AT_ONCE) {
    this.most = AT_ONCE[kind];
  }

  /** Whether a client has as much open as one may. */
  hasAll(client: Client): boolean {
    return this.allowancesOf(client).some(([network, limit]) => this.of(network) >= limit);
  }

  /** Counts one more of a client. @returns what is to be called, once, when it is over; null when there is no room for it */
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
