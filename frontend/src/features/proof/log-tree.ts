import { hashLeaf, MerkleTree, tilePath, type ReadTile } from '@backend/shared/merkle-tree';
import { request } from '@/lib/api';
import { toBase64 } from '@/lib/base64';
import type { LogLine } from './log-entries';
import type { Checkpoint } from './signed-note';

/** The Merkle tree of a checkpoint, read from the tiles of this site. */
export class LogTree {
  private constructor(
    private readonly tree: MerkleTree,
    readonly checkpoint: Checkpoint,
  ) {}

  /**
   * Fetches the tree.
   *
   * @param parts sizes of earlier trees, and indexes of entries, for which it will be asked
   * @throws what `request` throws, or an Error if a tile has the wrong length
   */
  static async read(
    checkpoint: Checkpoint,
    { sizes, indexes }: Readonly<Record<'sizes' | 'indexes', readonly number[]>>,
  ): Promise<LogTree> {
    const leaves = indexes.filter((index) => index < checkpoint.size);
    const parts = { sizes, leaves };
    const tree = await MerkleTree.read(sha256, tileReader(), checkpoint.size, parts);
    return new LogTree(tree, checkpoint);
  }

  /** Returns the root of the first `size` entries, base64. */
  async root(size = this.checkpoint.size): Promise<string> {
    return toBase64(await this.tree.root(size));
  }

  /** True if the tree has an entry at its index. */
  async contains({ index, text }: LogLine): Promise<boolean> {
    if (index >= this.checkpoint.size) return false;
    const leaf = await hashLeaf(sha256, new TextEncoder().encode(text));
    return toBase64(await this.tree.leaf(index)) === toBase64(leaf);
  }
}

/** Fetches each tile once. */
function tileReader(): ReadTile {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return (level, number, width) => {
    const path = `/log/tile/${tilePath(level, number, width)}`;
    const tile = tiles.get(path) ?? fetchBytes(path);
    tiles.set(path, tile);
    return tile;
  };
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(address)).arrayBuffer());
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
