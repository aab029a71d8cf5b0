import { Unavailable } from '../core/errors.js';
import type { Checkpoint } from './checkpoint-file.js';
import type { LogEntryRepository } from './log-entry.repository.js';
import {
  HASH_BYTES,
  hashLeaf,
  hashTile,
  TILE_HEIGHT,
  TILE_WIDTH,
  tileWidth,
  TreeHash,
} from './merkle-tree.js';

/**
 * The Merkle tree over the entries in the database. Keeps the roots of full tiles, and the entries after the last full
 * tile.
 */
export class LogTree {
  /** Roots of the full tiles of each level. */
  private levels: Buffer[][] = [];
  private rest: string[] = [];

  constructor(private readonly log: Pick<LogEntryRepository, 'size' | 'entries'>) {}

  /** Roots of the full tiles of level 0. */
  get roots(): readonly Buffer[] {
    return this.levels[0] ?? [];
  }

  get size(): number {
    return this.roots.length * TILE_WIDTH + this.rest.length;
  }

  /** Forgets everything, then adds the roots of the first full tiles. */
  reset(roots: Buffer = Buffer.alloc(0)): void {
    [this.levels, this.rest] = [[], []];
    for (let at = 0; at < roots.length; at += HASH_BYTES) {
      this.addRoot(0, roots.subarray(at, at + HASH_BYTES));
    }
  }

  /**
   * Reads new entries, and returns the number of all entries.
   * @throws Unavailable if entries disappear meanwhile
   */
  async grow(): Promise<number> {
    const size = await this.log.size();
    if (size < this.size) this.reset();
    while (this.size < size) {
      const number = this.roots.length;
      const end = Math.min(size, (number + 1) * TILE_WIDTH);
      this.rest.push(...(await this.log.entries(this.size, end)));
      if (this.size !== end) throw changed();
      if (this.rest.length < TILE_WIDTH) break;
      this.addRoot(0, hashTile(hashesOf(this.rest)));
      this.rest = [];
    }
    return size;
  }

  /** Reads new entries, and returns the size and the root of the tree; null if the tree does not continue `former`. */
  async headAfter(former: Checkpoint | null): Promise<Pick<Checkpoint, 'size' | 'root'> | null> {
    const size = await this.grow();
    if (former !== null && former.size > size) return null;
    if (former !== null && !former.root.equals(await this.root(former.size))) return null;
    return { size, root: await this.root(size) };
  }

  async hashes(level: number, number: number, width: number): Promise<Buffer> {
    const first = number * TILE_WIDTH;
    if (level === 0) return hashesOf(await this.entries(number, width));
    return Buffer.concat(complete(this.levels[level - 1]?.slice(first, first + width), width));
  }

  async entries(number: number, width: number): Promise<readonly string[]> {
    const first = number * TILE_WIDTH;
    const entries =
      number === this.roots.length
        ? this.rest.slice(0, width)
        : await this.log.entries(first, first + width);
    return complete(entries, width);
  }

  private async root(size: number): Promise<Buffer> {
    const tree = new TreeHash();
    for (let level = this.levels.length; level >= 0; level -= 1) {
      const number = Math.floor(size / TILE_WIDTH ** (level + 1));
      const width = tileWidth(size, level, number);
      if (width > 0) tree.add(await this.hashes(level, number, width), level * TILE_HEIGHT);
    }
    return tree.root;
  }

  private addRoot(level: number, root: Buffer): void {
    const roots = (this.levels[level] ??= []);
    roots.push(root);
    if (roots.length % TILE_WIDTH > 0) return;
    this.addRoot(level + 1, hashTile(Buffer.concat(roots.slice(-TILE_WIDTH))));
  }
}

export function hashesOf(entries: readonly string[]): Buffer {
  return Buffer.concat(entries.map(hashLeaf));
}

function complete<Item>(items: readonly Item[] = [], width: number): readonly Item[] {
  if (items.length === width) return items;
  throw changed();
}

const changed = (): Unavailable =>
  new Unavailable('The transparency log has changed meanwhile. Try again shortly.', 5);
