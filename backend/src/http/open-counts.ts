import { AT_ONCE } from './budgets.js';

/** What is open at a time, of each client and in all. A client is the network that it is in. */
export class OpenCounts {
  private readonly ofClient = new Map<string, number>();
  private readonly most: (typeof AT_ONCE)[keyof typeof AT_ONCE];
  total = 0;

  constructor(kind: keyof typeof AT_ONCE) {
    this.most = AT_ONCE[kind];
  }

  /** Whether a client has as much open as one may. */
  hasAll(client: string): boolean {
    return this.of(client) >= this.most.ofOne;
  }

  /** Counts one more of a client. @returns what is to be called, once, when it is over; null when there is no room for it */
  begin(client: string): (() => void) | null {
    if (this.hasAll(client) || this.total >= this.most.inAll) return null;
    this.total += 1;
    this.ofClient.set(client, this.of(client) + 1);
    return () => {
      this.total -= 1;
      const left = this.of(client) - 1;
      if (left === 0) this.ofClient.delete(client);
      else this.ofClient.set(client, left);
    };
  }

  private of(client: string): number {
    return this.ofClient.get(client) ?? 0;
  }
}
