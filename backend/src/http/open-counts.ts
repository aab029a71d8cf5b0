import type { Client } from './client.js';
import { AT_ONCE, CLIENTS_PER_PREFIX } from './rate-limits.js';

export class OpenCounts {
  private readonly ofNetwork = new Map<string, number>();
  total = 0;

  constructor(private readonly kind: keyof typeof AT_ONCE) {}

  /**
   * Counts one item, and returns a function to call when the item ends; further calls do nothing. If a limit is
   * reached, counts nothing and returns null.
   */
  begin({ network, prefix }: Client): (() => void) | null {
    const { ofOne, inAll } = AT_ONCE[this.kind];
    const isFull =
      this.total >= inAll ||
      this.of(network) >= ofOne ||
      (prefix !== null && this.of(prefix) >= CLIENTS_PER_PREFIX * ofOne);
    if (isFull) return null;
    const networks = prefix === null ? [network] : [network, prefix];
    this.add(networks, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.add(networks, -1);
      isOpen = false;
    };
  }

  private add(networks: readonly string[], change: 1 | -1): void {
    this.total += change;
    for (const network of networks) {
      const open = this.of(network) + change;
      if (open === 0) this.ofNetwork.delete(network);
      else this.ofNetwork.set(network, open);
    }
  }

  private of(network: string): number {
    return this.ofNetwork.get(network) ?? 0;
  }
}
