import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MerkleTree, tilePath, type ReadTile, type Sha256 } from '../src/shared/merkle-tree.js';
import { parseCheckpoint, type Checkpoint } from '../src/transparency-log/checkpoint-file.js';
import { eventually } from '../test/support/eventually.js';

/** Time between two looks, in ms. A server signs a checkpoint at most once a second. */
const PAUSE_MS = 100;

const sha256: Sha256 = (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest());

/** Remembers the checkpoints that the servers of a trial have served, and finds those that contradict each other. */
export class LogWatch {
  /** Checkpoints by their note. One that a later one was found to continue is left out. */
  private readonly served = new Map<string, Checkpoint>();
  private continued = 0;

  /** The number of different checkpoints. */
  get count(): number {
    return this.continued + this.served.size;
  }

  /** Fetches the checkpoint of a server. Returns null if it serves none, or does not answer. */
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

  /** Looks at servers, which may be killed meanwhile, until `isOver`. */
  async watch(urls: () => readonly string[], isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await Promise.all(urls().map((url) => this.look(url)));
      await delay(PAUSE_MS);
    }
  }

  /** Returns a sentence for each checkpoint that is no prefix of the server's newest one. */
  async faults(url: string): Promise<string[]> {
    try {
      return await this.contradictions(url, await this.newest(url));
    } catch (error) {
      return [`the transparency log: ${String(error)}`];
    }
  }

  /** Returns the checkpoint of a server once it is as large as each earlier one. */
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
      return new Uint8Array(await response.arrayBuffer());
    };
    const sizes = this.sizesOf(newest);
    const tree = await MerkleTree.read(sha256, readTile, newest.size, { sizes });
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
