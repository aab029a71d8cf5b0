import { createHash } from 'node:crypto';

/** Number of hashes in a full tile. */
export const TILE_WIDTH = 256;

/** Number of levels of the tree that a tile spans. */
export const TILE_HEIGHT = 8;

export const HASH_BYTES = 32;

/** Returns the hash of an entry of a log (RFC 6962, section 2.1). */
export function hashLeaf(entry: string): Buffer {
  return sha256(Buffer.of(0), Buffer.from(entry));
}

/** Computes the root of a Merkle tree (RFC 6962, section 2.1) from roots of complete subtrees. */
export class TreeHash {
  /** Roots of subtrees by height. */
  private readonly subtrees: (Buffer | undefined)[] = [];

  /**
   * Adds the roots of subtrees, from left to right. No subtree may be higher than the one before.
   * @param height of each subtree; 0 for leaves
   */
  add(roots: Buffer, height: number): this {
    for (let start = 0; start < roots.length; start += HASH_BYTES) {
      let [root, at] = [roots.subarray(start, start + HASH_BYTES), height];
      for (let left; (left = this.subtrees[at]) !== undefined; at += 1) {
        this.subtrees[at] = undefined;
        root = sha256(Buffer.of(1), left, root);
      }
      this.subtrees[at] = root;
    }
    return this;
  }

  get root(): Buffer {
    const root = this.subtrees.reduce(
      (right, left) => (left && right ? sha256(Buffer.of(1), left, right) : (left ?? right)),
      undefined,
    );
    return root ?? sha256();
  }
}

/** Returns the root of the subtree of a full tile. */
export function hashTile(tile: Buffer): Buffer {
  return new TreeHash().add(tile, 0).root;
}

/** Identifies a tile of hashes or, if `level` is `entries`, a bundle of entries. */
export interface TileName {
  readonly level: number | 'entries';
  readonly number: number;
  /** 1 to 256. */
  readonly width: number;
}

/** Six groups of three digits are enough for every safe integer. */
const TILE_PATH = /^(entries|[0-5])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** The inverse of {@link tilePath}: parses a path below `tile/`. Returns null if no tile has this path. */
export function parseTilePath(path: string): TileName | null {
  const [, kind, groups = '', partial] = TILE_PATH.exec(path) ?? [];
  if (kind === undefined) return null;
  const level = kind === 'entries' ? kind : Number(kind);
  const number = Number(groups.replaceAll(/[x/]/g, ''));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  const isTile =
    Number.isSafeInteger(number) && width <= TILE_WIDTH && tilePath(level, number, width) === path;
  return isTile ? { level, number, width } : null;
}

/** Returns a tile's path below `tile/`, such as `0/x001/234.p/17`. */
export function tilePath(level: number | 'entries', number: number, width = TILE_WIDTH): string {
  const digits = String(number);
  const groups = digits
    .padStart(3 * Math.ceil(digits.length / 3), '0')
    .replaceAll(/\d{3}(?=\d)/g, 'x$&/');
  return `${level}/${groups}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Returns the number of hashes, 0 to 256, of a tile in a tree of `size` leaves. */
export function tileWidth(size: number, level: number, number: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH));
}

export function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
