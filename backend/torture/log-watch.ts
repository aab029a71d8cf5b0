import { setTimeout as delay } from 'node:timers/promises';
import { parseCheckpoint, type Checkpoint } from '../src/transparency-log/checkpoint-file.js';
import { tilePath } from '../src/transparency-log/merkle-tree.js';
import { eventually } from '../test/support/eventually.js';
import { TiledTree, type ReadTile } from '../test/support/tiled-tree.js';

/** Less than the second for which the server caches a checkpoint. */
const PAUSE_MS = 100;

export class LogWatch {
  /** Fetched checkpoints by their text. A checkpoint is deleted once a newer one is known to continue it. */
  private readonly served = new Map<string, Checkpoint>();
  private continued = 0;

  get count(): number {
    return this.continued + this.served.size;
  }

  /** Fetches and remembers a server's checkpoint. Returns null if the server has none or does not answer. */
  async look(url: string): Promise<Checkpoint | null> {
    try {
      const response = await fetch(`${url}/log/checkpoint`);
      const note = await response.text();
      const checkpoint = response.ok ? parseCheckpoint(note) : null;
      if (checkpoint !== null) this.served.set(note, checkpoint);
      return checkpoint;
    } catch {
      return null;
    }
  }

  async watch(urls: () => readonly string[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await Promise.all(urls().map((url) => this.look(url)));
      await delay(PAUSE_MS);
    }
  }

  /**
   * Compares the newest checkpoint of a server with the remembered ones of the same log. Returns a sentence for each
   * remembered one that the newest does not continue, or one sentence if the comparison fails.
   */
  async faults(url: string): Promise<string[]> {
    try {
      return await this.contradictions(url, await this.newest(url));
    } catch (error) {
      return [`the transparency log: ${String(error)}`];
    }
  }

  /** Waits until a server's checkpoint is at least as large as each earlier checkpoint of its log, and returns it. */
  private async newest(url: string): Promise<Checkpoint> {
    const missing = async (): Promise<number> => {
      const checkpoint = await this.look(url);
      return checkpoint === null ? Infinity : this.largest(checkpoint) - checkpoint.size;
    };
    await eventually(missing, 0);
    const newest = await this.look(url);
    if (newest === null) throw new Error('a checkpoint is served only at times');
    return newest;
  }

  private largest(of: Checkpoint): number {
    return Math.max(...this.sizesOf(of));
  }

  private sizesOf({ name }: Checkpoint): number[] {
    return Array.from(this.served.values()).flatMap((older) =>
      older.name === name ? [older.size] : [],
    );
  }

  private async contradictions(url: string, newest: Checkpoint): Promise<string[]> {
    const readTile: ReadTile = async (level, number, width) => {
      const response = await fetch(`${url}/log/tile/${tilePath(level, number, width)}`);
      return Buffer.from(await response.arrayBuffer());
    };
    const sizes = this.sizesOf(newest);
    const tree = await TiledTree.read(readTile, newest.size, sizes);
    const faults: string[] = [];
    for (const [note, { name, size, root }] of this.served) {
      if (name !== newest.name || (size === newest.size && root.equals(newest.root))) continue;
      if (root.equals(await tree.root(size))) {
        this.served.delete(note);
        this.continued += 1;
      } else {
        const sentence = `the checkpoint of ${newest.size} entries does not continue one of ${size}`;
        faults.push(sentence);
      }
    }
    return faults;
  }
}
