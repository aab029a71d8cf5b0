import { ADDRESSES_OF_A_SITE, AT_ONCE } from './budgets.js';
import type { Client } from './client.js';

/** What is open at a time, of each client, of the larger network that it is in, and in all. */
export class OpenCounts {
  private readonly ofNetwork = new Map<string, number>();
  private readonly most: (typeof AT_ONCE)[keyof typeof AT_ONCE];
  total = 0;

  constructor(kind: keyof typeof AT_ONCE) {
    this.most = AT_ONCE[kind];
  }

  /** Whether a client has as much open as one may. */
  hasAll({ network, site }: Client): boolean {
    const { ofOne } = this.most;
    return (
      this.of(network) >= ofOne || (site !== null && this.of(site) >= ADDRESSES_OF_A_SITE * ofOne)
    );
  }

  /** Counts one more of a client. @returns what is to be called, once, when it is over; null when there is no room for it */
  begin(client: Client): (() => void) | null {
    if (this.hasAll(client) || this.total >= this.most.inAll) return null;
    this.add(client, 1);
    return () => this.add(client, -1);
  }

  private add({ network, site }: Client, change: 1 | -1): void {
    this.total += change;
    for (const key of site === null ? [network] : [network, site]) {
      const open = this.of(key) + change;
      if (open === 0) this.ofNetwork.delete(key);
      else this.ofNetwork.set(key, open);
    }
  }

  private of(network: string): number {
    return this.ofNetwork.get(network) ?? 0;
  }
}
