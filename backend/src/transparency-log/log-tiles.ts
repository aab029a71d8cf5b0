import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Reader } from '../database/reader.js';
import { Writer } from '../database/writer.js';
import { hashLeaf, hashTile, MerkleTree, TILE_WIDTH, type Sha256 } from '../shared/merkle-tree.js';
import { readLogEntries, readLogSize } from './log-entries.js';

/** Maximum of tiles per transaction, so that other writes do not wait long. */
const TILES_AT_ONCE = 64;

const hashRow = z.object({ hash: z.string() });
const countRow = z.object({ count: z.int() });

const HASHES = `
SELECT hash FROM log_tile WHERE level = $1 AND number >= $2 AND number < $3 ORDER BY number`;

const STORED = 'SELECT coalesce(max(number) + 1, 0) AS count FROM log_tile WHERE level = $1';

export const sha256: Sha256 = (bytes) =>
  Promise.resolve(createHash('sha256').update(bytes).digest());

/** The tiles of the transparency log (C2SP tlog-tiles). */
@Injectable()
export class LogTiles {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  /**
   * Stores the hashes of all full tiles, and returns the number of entries.
   * @throws Unavailable if the database cannot be used now
   */
  async storeFull(): Promise<number> {
    const size = await readLogSize(this.reader);
    let full = Math.floor(size / TILE_WIDTH);
    for (let level = 0; full > 0; level += 1) {
      const [stored] = await this.reader.select(countRow, STORED, [level]);
      for (let first = stored?.count ?? 0; first < full; first += TILES_AT_ONCE) {
        await this.store(level, first, Math.min(full, first + TILES_AT_ONCE));
      }
      full = Math.floor(full / TILE_WIDTH);
    }
    return size;
  }

  /**
   * Returns the tree of the first `size` entries. Their full tiles must be stored.
   * @param sizes the sizes of earlier trees whose roots will be needed
   */
  tree(size: number, sizes: readonly number[]): Promise<MerkleTree> {
    return MerkleTree.read(sha256, (...tile) => this.hashes(...tile), size, { sizes });
  }

  /** Returns the hashes of a tile. */
  async hashes(level: number, number: number, width: number): Promise<Buffer> {
    const first = number * TILE_WIDTH;
    if (level > 0) {
      const rows = await this.reader.select(hashRow, HASHES, [level - 1, first, first + width]);
      return Buffer.concat(rows.map(({ hash }) => Buffer.from(hash, 'base64')));
    }
    const entries = await readLogEntries(this.reader, first, first + width);
    const leaves = entries.map((entry) => hashLeaf(sha256, Buffer.from(entry)));
    return Buffer.concat(await Promise.all(leaves));
  }

  /** Returns a bundle of entries. Each entry follows its length, which has 2 bytes. */
  async entries(number: number, width: number): Promise<Buffer> {
    const first = number * TILE_WIDTH;
    const entries = await readLogEntries(this.reader, first, first + width);
    return Buffer.concat(
      entries.flatMap((entry) => {
        const bytes = Buffer.from(entry);
        return [Buffer.of(bytes.length >> 8, bytes.length & 255), bytes];
      }),
    );
  }

  private async store(level: number, begin: number, end: number): Promise<void> {
    const hashes: [number: number, hash: string][] = [];
    for (let number = begin; number < end; number += 1) {
      const hash = await hashTile(sha256, await this.hashes(level, number, TILE_WIDTH));
      hashes.push([number, Buffer.from(hash).toString('base64')]);
    }
    await this.writer.write(async (manager) => {
      for (const [number, hash] of hashes) await storeTile(manager, level, number, hash);
    });
  }
}

/** Another process may have stored the tile; its hash is the same. */
async function storeTile(
  manager: EntityManager,
  level: number,
  number: number,
  hash: string,
): Promise<void> {
  const sql =
    'INSERT INTO log_tile (level, number, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
  await manager.query(sql, [level, number, hash]);
}
