/** SHA-256: WebCrypto's in a browser, Node's on the server. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Number of hashes in a full tile. */
export const TILE_WIDTH = 256;

/** Number of levels of the tree that a tile spans. */
const TILE_HEIGHT = 8;

const HASH_BYTES = 32;

/**
 * Reads a tile (C2SP tlog-tiles). A tile of level 0 has the hashes of leaves. A tile of level L + 1 has the hashes of
 * full tiles of level L.
 * @param width number of hashes, 1 to 256
 */
export type ReadTile = (level: number, number: number, width: number) => Promise<Uint8Array>;

/** Returns the hash of an entry of a log (RFC 6962, section 2.1). */
export function hashLeaf(sha256: Sha256, entry: Uint8Array): Promise<Uint8Array> {
  return sha256(concat([0], entry));
}

/** Combines hashes of a tile into the root of their subtree. The number of hashes must be a power of two. */
export async function hashTile(sha256: Sha256, tile: Uint8Array): Promise<Uint8Array> {
  let hashes = tile;
  while (hashes.length > HASH_BYTES) {
    const pairs = Array.from({ length: hashes.length / (2 * HASH_BYTES) }, (_, index) =>
      sha256(concat([1], hashes.subarray(index * 2 * HASH_BYTES, (index + 1) * 2 * HASH_BYTES))),
    );
    hashes = concat(...(await Promise.all(pairs)));
  }
  return hashes;
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

/** Parses a path below `tile/`, the inverse of {@link tilePath}. Returns null if no tile has this path. */
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

/**
 * Returns the path of a tile below `tile/`, such as `0/x001/234.p/17`.
 * @param number a safe integer
 */
export function tilePath(level: number | 'entries', number: number, width = TILE_WIDTH): string {
  const digits = String(number);
  const groups = digits
    .padStart(3 * Math.ceil(digits.length / 3), '0')
    .replaceAll(/\d{3}(?=\d)/g, 'x$&/');
  return `${level}/${groups}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Returns the number of hashes of a tile in a tree of `size` leaves, 0 to 256. */
export function tileWidth(size: number, level: number, number: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH));
}

/**
 * The Merkle tree of a log (RFC 6962, section 2.1), read from tiles that need not be trusted: if the root of the whole
 * tree equals a signed root, then all other roots that this object returns are correct, too.
 */
export class MerkleTree {
  private readonly ranges = new Map<string, Uint8Array>();

  private constructor(
    private readonly sha256: Sha256,
    private readonly readTile: ReadTile,
    private readonly size: number,
    /** Sizes of earlier trees. */
    private readonly cuts: readonly number[],
  ) {}

  /**
   * Reads the tiles that the root and the roots of earlier sizes need.
   * @param size number of leaves
   * @param sizes of earlier trees whose roots will be needed
   * @throws what `readTile` throws, or an Error if a tile has the wrong length or `size` is not a safe integer
   */
  static async read(
    sha256: Sha256,
    readTile: ReadTile,
    size: number,
    sizes: readonly number[] = [],
  ): Promise<MerkleTree> {
    if (!Number.isSafeInteger(size)) throw new RangeError(`A log cannot have ${size} entries`);
    const tree = new MerkleTree(sha256, readTile, size, sizes);
    if (size > 0) await tree.range(0, size);
    return tree;
  }

  /**
   * Returns the root of the first `size` leaves.
   * @throws RangeError if a hash that this root needs was not read, because {@link read} was not given this size
   */
  root(size = this.size): Promise<Uint8Array> {
    return size === 0 ? this.sha256(new Uint8Array()) : this.combine(0, size);
  }

  /** Reads the hash of a range of leaves. Splits the range at {@link cuts}, and stores the hash of each part. */
  private async range(begin: number, end: number): Promise<Uint8Array> {
    const isCut = this.cuts.some((cut) => begin < cut && cut < end);
    const height = Math.log2(end - begin);
    const hash =
      Number.isInteger(height) && !isCut
        ? await this.subtree(height, begin)
        : await this.parent(begin, end, (from, to) => this.range(from, to));
    this.ranges.set(`${begin}-${end}`, hash);
    return hash;
  }

  private async combine(begin: number, end: number): Promise<Uint8Array> {
    const known = this.ranges.get(`${begin}-${end}`);
    if (known !== undefined) return known;
    if (end - begin <= 1) throw new RangeError(`The tree of ${end} leaves was not read`);
    return this.parent(begin, end, (from, to) => this.combine(from, to));
  }

  private async parent(
    begin: number,
    end: number,
    hashOf: (begin: number, end: number) => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const middle = begin + largestPowerBelow(end - begin);
    const [left, right] = await Promise.all([hashOf(begin, middle), hashOf(middle, end)]);
    return this.sha256(concat([1], left, right));
  }

  /** Returns the hash of a complete subtree: one hash of a tile, or several combined. */
  private async subtree(height: number, begin: number): Promise<Uint8Array> {
    const level = Math.floor(height / TILE_HEIGHT);
    const first = begin / TILE_WIDTH ** level;
    const number = Math.floor(first / TILE_WIDTH);
    const width = tileWidth(this.size, level, number);
    const tile = await this.readTile(level, number, width);
    if (tile.length !== width * HASH_BYTES) {
      throw new Error(`The tile ${tilePath(level, number, width)} of the log has a wrong length`);
    }
    const start = (first - number * TILE_WIDTH) * HASH_BYTES;
    const length = 2 ** (height - level * TILE_HEIGHT) * HASH_BYTES;
    return hashTile(this.sha256, tile.subarray(start, start + length));
  }
}

function largestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}

function concat(...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
