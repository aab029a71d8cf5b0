import { hashLeaf, MerkleTree, tilePath, type ReadTile } from '@backend/shared/merkle-tree';
import { request } from '@/lib/api';
import { toBase64 } from '@/lib/base64';
import type { LogLine } from './log-entries';

/**
 * Fetches the parts of the log's tree that are needed to check it against some entries and earlier trees.
 *
 * @param size number of the log's entries
 * @param parts sizes of the earlier trees, and indexes of the entries (`leaves`)
 * @throws what `request` throws, or an Error if a tile has the wrong length
 */
export function readTree(
  size: number,
  parts: Readonly<Record<'sizes' | 'leaves', readonly number[]>>,
): Promise<MerkleTree> {
  const tiles = new Map<string, Promise<Uint8Array>>();
  /** Fetches each tile once. */
  const readTile: ReadTile = (level, number, width) => {
    const path = `/log/tile/${tilePath(level, number, width)}`;
    const tile = tiles.get(path) ?? fetchBytes(path);
    tiles.set(path, tile);
    return tile;
  };
  return MerkleTree.read(sha256, readTile, size, parts);
}

/** True if a tree contains this entry. The entry's index must be among the `leaves` for which the tree was read. */
export async function hasEntry(tree: MerkleTree, { index, text }: LogLine): Promise<boolean> {
  const leaf = await hashLeaf(sha256, new TextEncoder().encode(text));
  return toBase64(await tree.leaf(index)) === toBase64(leaf);
}

async function fetchBytes(address: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(address)).arrayBuffer());
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
