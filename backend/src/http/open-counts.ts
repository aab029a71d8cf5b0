/** How much is open at a time, in all and of each client. */
export class OpenCounts {
  private all = 0;
  private readonly ofClient = new Map<string, number>();

  get total(): number {
    return this.all;
  }

  /** @param client the network that a client is in */
  of(client: string): number {
    return this.ofClient.get(client) ?? 0;
  }

  /** Counts one more of a client. @returns what is to be called, once, when it is over */
  begin(client: string): () => void {
    this.all += 1;
    this.ofClient.set(client, this.of(client) + 1);
    return () => {
      this.all -= 1;
      const left = this.of(client) - 1;
      if (left === 0) this.ofClient.delete(client);
      else this.ofClient.set(client, left);
    };
  }
}
