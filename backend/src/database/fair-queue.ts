/** A queue that serves its clients in turn, one item at a time. */
export class FairQueue<Item> {
  /** The first client has the next turn. */
  private readonly ofClient = new Map<string, Item[]>();
  private size = 0;

  get length(): number {
    return this.size;
  }

  add(client: string, item: Item): void {
    const items = this.ofClient.get(client);
    if (items === undefined) this.ofClient.set(client, [item]);
    else items.push(item);
    this.size += 1;
  }

  take(max: number): Item[] {
    const taken: Item[] = [];
    while (taken.length < max) {
      const next = this.ofClient.entries().next();
      if (next.done === true) break;
      const [client, items] = next.value;
      taken.push(...items.splice(0, 1));
      this.ofClient.delete(client);
      if (items.length > 0) this.ofClient.set(client, items);
    }
    this.size -= taken.length;
    return taken;
  }

  /**
   * Removes and returns the newest item of the client with the most items; undefined if the queue is empty.
   * @param first client that loses an item if no other has more
   */
  dropNewest(first: string): Item | undefined {
    let longest: [client: string, items: Item[]] = [first, this.ofClient.get(first) ?? []];
    for (const entry of this.ofClient) {
      if (entry[1].length > longest[1].length) longest = entry;
    }
    const [client, items] = longest;
    const dropped = items.pop();
    if (dropped !== undefined) this.size -= 1;
    if (items.length === 0) this.ofClient.delete(client);
    return dropped;
  }
}
