import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { CompressedBody, QUICK_BROTLI } from '../core/compressed-body.js';
import { Unavailable } from '../core/errors.js';
import { makeFolder, replaceContent } from '../core/files.js';
import { LOG, type Log } from '../core/log.js';
import { Settings } from '../settings.js';
import type { Checkpoint } from './checkpoint-file.js';
import { LogEntryRepository } from './log-entry.repository.js';
import { hashesOf, LogTree } from './log-tree.js';
import { HASH_BYTES, hashTile, TILE_WIDTH, type TileName } from './merkle-tree.js';

/**
 * The tiles of the transparency log (C2SP tlog-tiles). A full tile of level 0 and its bundle of entries become files at
 * their first request; other tiles are computed for each request.
 */
@Injectable()
export class LogTiles {
  readonly folder: string;

  private readonly tree: LogTree;
  private stored = 0;
  private readonly growing = pLimit(1);
  private readonly filing = pLimit(1);

  constructor(
    entries: LogEntryRepository,
    @Inject(Settings) { transparencyLogFolder }: Pick<Settings, 'transparencyLogFolder'>,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.tree = new LogTree(entries);
    this.folder = join(transparencyLogFolder, 'log-tiles');
  }

  grow(): Promise<number> {
    return this.growing(() => this.tree.grow());
  }

  forget(): Promise<void> {
    return this.growing(() => this.tree.reset());
  }

  /**
   * Reads new entries, and returns the size and the root of the tree; null if the tree does not continue `former`.
   * @throws Unavailable if entries disappear meanwhile
   */
  headAfter(former: Checkpoint | null): ReturnType<LogTree['headAfter']> {
    return this.growing(async () => {
      const isLoaded = this.tree.size === 0 && (await this.loadRoots(former?.size ?? 0)) > 0;
      let head = await this.tree.headAfter(former);
      if (head === null && isLoaded) {
        // The stored roots may be those of another log.
        this.tree.reset();
        head = await this.tree.headAfter(former);
      }
      if (head !== null && this.tree.roots.length > this.stored) {
        this.stored = this.tree.roots.length;
        await this.write(['roots', Buffer.concat(this.tree.roots)]);
      }
      return head;
    });
  }

  async read({ level, number, width }: TileName): Promise<Buffer> {
    return level === 'entries'
      ? bundleOf(await this.tree.entries(number, width))
      : this.tree.hashes(level, number, width);
  }

  /**
   * Returns the name of a tile's file in {@link folder}; null if the tile has none, or the file cannot be written now.
   * @throws Unavailable if the file must be written, but the tile's entries were changed or are missing
   */
  async fileOf({ level, number, width }: TileName): Promise<string | null> {
    const root = this.tree.roots[number];
    if (root === undefined || width < TILE_WIDTH || (level !== 'entries' && level > 0)) return null;
    const [tile, bundle] = [root.toString('hex'), `${root.toString('hex')}.entries`];
    const isThere = (): boolean => existsSync(join(this.folder, bundle));
    if (!isThere()) {
      await this.filing(async () => {
        if (isThere()) return;
        const entries = await this.tree.entries(number, TILE_WIDTH);
        const hashes = hashesOf(entries);
        if (!root.equals(hashTile(hashes))) {
          throw new Unavailable('The entries of the transparency log were changed.', 60);
        }
        const body = new CompressedBody(bundleOf(entries), QUICK_BROTLI);
        // The bundle comes last, since it marks that the other files are there.
        await this.write(
          [tile, hashes],
          [`${bundle}.br`, await body.in('br')],
          [bundle, await body.in('identity')],
        );
      });
    }
    return isThere() ? (level === 0 ? tile : bundle) : null;
  }

  /** Loads the stored roots of the full tiles in the first `size` entries, and returns how many were stored. */
  private async loadRoots(size: number): Promise<number> {
    const bytes = await readFile(join(this.folder, 'roots')).catch(() => Buffer.alloc(0));
    this.stored = Math.floor(Math.min(size / TILE_WIDTH, bytes.length / HASH_BYTES));
    this.tree.reset(bytes.subarray(0, this.stored * HASH_BYTES));
    return this.stored;
  }

  /** Does not throw if a write fails, since the files can be derived again. */
  private async write(
    ...files: readonly (readonly [name: string, bytes: Buffer])[]
  ): Promise<void> {
    try {
      await makeFolder(this.folder);
      for (const [name, bytes] of files) await replaceContent(join(this.folder, name), bytes);
    } catch (error) {
      this.log.warn({ error: String(error) }, 'a file of the transparency log was not written');
    }
  }
}

/** Returns an entry bundle, as https://c2sp.org/tlog-tiles defines it. */
function bundleOf(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry);
      return [Buffer.of(bytes.length >> 8, bytes.length & 255), bytes];
    }),
  );
}
