import {
  HASH_BYTES,
  hashTile,
  sha256,
  TILE_HEIGHT,
  TILE_WIDTH,
  tilePath,
  tileWidth,
} from '../../src/transparency-log/merkle-tree.js';

/**
 * Reads a tile (C2SP tlog-tiles).
 * @param width number of hashes, 1 to 256
 */
export type ReadTile = (level: number, number: number, width: number) => Promise<Buffer>;

/**
 * The Merkle tree of a log (RFC 6962, section 2.1), read from tiles that need not be trusted: if the root of the whole
 * tree equals a signed root, then all other roots that this object returns are correct, too.
 */
export class TiledTree {
  private readonly ranges = new Map<string, Buffer>();

  private constructor(
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
    readTile: ReadTile,
    size: number,
    sizes: readonly number[] = [],
  ): Promise<TiledTree> {
    if (!Number.isSafeInteger(size)) throw new RangeError(`A log cannot have ${size} entries`);
    const tree = new TiledTree(readTile, size, sizes);
    if (size > 0) await tree.range(0, size);
    return tree;
  }

  /**
   * Returns the root of the first `size` leaves.
   * @throws RangeError if a hash that this root needs was not read
   */
  async root(size = this.size): Promise<Buffer> {
    return size === 0 ? sha256() : this.combine(0, size);
  }

  /** Stores the hash of the range, and of the parts that {@link cuts} need. */
  private async range(begin: number, end: number): Promise<Buffer> {
    const isCut = this.cuts.some((cut) => begin < cut && cut < end);
    const height = Math.log2(end - begin);
    const hash =
      Number.isInteger(height) && !isCut
        ? await this.subtree(height, begin)
        : await this.parent(begin, end, (from, to) => this.range(from, to));
    this.ranges.set(`${begin}-${end}`, hash);
    return hash;
  }

  private async combine(begin: number, end: number): Promise<Buffer> {
    const known = this.ranges.get(`${begin}-${end}`);
    if (known !== undefined) return known;
    if (end - begin <= 1) throw new RangeError(`The tree of ${end} leaves was not read`);
    return this.parent(begin, end, (from, to) => this.combine(from, to));
  }

  private async parent(
    begin: number,
    end: number,
    hashOf: (begin: number, end: number) => Promise<Buffer>,
  ): Promise<Buffer> {
    const middle = begin + largestPowerBelow(end - begin);
    const [left, right] = await Promise.all([hashOf(begin, middle), hashOf(middle, end)]);
    return sha256(Buffer.of(1), left, right);
  }

  private async subtree(height: number, begin: number): Promise<Buffer> {
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
    return hashTile(tile.subarray(start, start + length));
  }
}

function largestPowerBelow(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}
