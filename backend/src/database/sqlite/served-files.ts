import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs';
import { endianness } from 'node:os';
import type { DataSource } from 'typeorm';
import { identityOf } from '../../core/files.js';
import { FilesReplaced } from '../database-errors.js';
import { asidePath } from './server-lock.js';

const CHECK_INTERVAL_MS = 1_000;

const HEADER_BYTES = 64;

const CHANGE_COUNTER = 24;

const USER_VERSION = 60;

/** First 4 bytes of a write-ahead log, with the last bit cleared: that bit is the byte order of the checksums. */
const WAL_MAGIC = 0x377f0682;

/** Offset of the frame count in the -shm file: 4 bytes in native byte order. The count is 0 after a WAL reset. */
const FRAME_COUNT = 16;

const MAX_STAMP = 2 ** 31;

/**
 * Detects that a watched file was removed or replaced, and most overwrites of the database or its WAL. Copying a file
 * over the database keeps the inode, so each {@link checkpoint} stamps a random `user_version`, which an older copy
 * lacks. A copy by `VACUUM INTO` has the stamp, but a change counter of 1.
 */
export class ServedFiles {
  private readonly identities = new Map<string, string>();
  private readonly descriptors: number[] = [];
  private readonly database: number;
  private readonly wal: number;
  private readonly walIndex: number;
  private readonly checking: NodeJS.Timeout;
  private readonly changesAtStart: number;
  /** Stamps that the file may have: the last one known to be in it, and those of later checkpoints. */
  private stamps: Set<number>;
  private fault: FilesReplaced | null = null;
  private listener: (fault: FilesReplaced) => void = () => undefined;

  private constructor(private readonly path: string) {
    this.database = this.watch(path);
    this.wal = this.watch(`${path}-wal`);
    this.walIndex = this.watch(`${path}-shm`);
    const { changes, stamp } = this.readHeader();
    this.changesAtStart = changes;
    this.stamps = new Set([stamp]);
    this.checking = setInterval(() => this.findFault(), CHECK_INTERVAL_MS).unref();
  }

  static async watchOver(path: string, source: DataSource): Promise<ServedFiles> {
    const files = new ServedFiles(path);
    try {
      await files.checkpoint(source);
      return files;
    } catch (error) {
      files.close();
      throw error;
    }
  }

  /** Also keeps the file open: some network file systems change the inode number of a file that nobody has open. */
  watch(file: string): number {
    const descriptor = openSync(file, 'r');
    this.descriptors.push(descriptor);
    this.identities.set(file, identityOf(file));
    return descriptor;
  }

  /** Calls `listener` when the first fault is found, or now if a fault was found before. */
  onReplaced(listener: (fault: FilesReplaced) => void): void {
    this.listener = listener;
    if (this.fault !== null) listener(this.fault);
  }

  /** @throws FilesReplaced if a fault was found, now or before */
  check(): void {
    const fault = this.findFault();
    if (fault !== null) throw fault;
  }

  async checkpoint(source: DataSource): Promise<void> {
    this.check();
    const stamp = randomInt(1, MAX_STAMP);
    this.stamps.add(stamp);
    await source.query(`PRAGMA user_version = ${stamp}`);
    await source.query('PRAGMA wal_checkpoint(PASSIVE)');
    if (this.readHeader().stamp === stamp) this.stamps = new Set([stamp]);
  }

  /**
   * Renames our write-ahead log if there is a file at the path of the database. That file may be another database, and
   * the next start would apply the WAL to it. Returns the new name; null if nothing was renamed.
   */
  setWalAside(): string | null {
    const wal = `${this.path}-wal`;
    if (!existsSync(this.path) || !this.isInPlace(wal)) return null;
    const aside = asidePath(wal);
    renameSync(wal, aside);
    return aside;
  }

  /**
   * Stops watching. Call it after SQLite has closed the file: closing any descriptor of the file drops all locks of
   * this process on it.
   */
  close(): void {
    clearInterval(this.checking);
    for (const descriptor of this.descriptors) closeSync(descriptor);
  }

  private findFault(): FilesReplaced | null {
    if (this.fault !== null) return this.fault;
    const file = this.findReplaced();
    if (file === null) return null;
    this.fault = new FilesReplaced(file, this.isDatabaseKept() && this.isWalKept());
    this.listener(this.fault);
    return this.fault;
  }

  private findReplaced(): string | null {
    if (!this.isDatabaseKept()) return this.path;
    for (const file of this.identities.keys()) if (!this.isInPlace(file)) return file;
    return this.isWalKept() ? null : `${this.path}-wal`;
  }

  private isInPlace(file: string): boolean {
    return identityOf(file) === this.identities.get(file);
  }

  private isDatabaseKept(): boolean {
    if (!this.isInPlace(this.path)) return false;
    const { changes, stamp } = this.readHeader();
    return changes >= this.changesAtStart && this.stamps.has(stamp);
  }

  private readHeader(): { readonly changes: number; readonly stamp: number } {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(this.database, header, 0, HEADER_BYTES, 0);
    return {
      changes: header.readUInt32BE(CHANGE_COUNTER),
      stamp: header.readUInt32BE(USER_VERSION),
    };
  }

  /**
   * False if the write-ahead log does not begin with the magic, or is empty although the -shm file counts frames. SQLite
   * sets the frame count to 0 before it empties the log.
   */
  private isWalKept(): boolean {
    const magic = this.readWalMagic();
    if (magic !== null) return (magic & ~1) === WAL_MAGIC;
    // Reads the WAL again: its first frame may have been written before the count was read.
    return this.readFrameCount() === 0 || this.readWalMagic() !== null;
  }

  private readWalMagic(): number | null {
    const magic = Buffer.alloc(4);
    const bytesRead = readSync(this.wal, magic, 0, magic.length, 0);
    return bytesRead < magic.length ? null : magic.readUInt32BE();
  }

  private readFrameCount(): number {
    const count = Buffer.alloc(4);
    readSync(this.walIndex, count, 0, count.length, FRAME_COUNT);
    return endianness() === 'LE' ? count.readUInt32LE() : count.readUInt32BE();
  }
}
