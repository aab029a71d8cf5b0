import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceContent } from '../core/files.js';
import { nullIfMissing } from '../core/errors.js';

/** Name of the log, number of its entries, and the root of their tree (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly name: string;
  readonly size: number;
  readonly root: Buffer;
}

/** Returns the signed text of a checkpoint. */
export function checkpointText({ name, size, root }: Checkpoint): string {
  return `${name}\n${size}\n${root.toString('base64')}\n`;
}

export const CHECKPOINT_FILE = 'log-checkpoint';

/**
 * The file of the newest published checkpoint. It is outside the database, so that a restored database does not replace
 * it.
 */
export class CheckpointFile {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, CHECKPOINT_FILE);
  }

  /**
   * Returns the signed note; empty if nothing was published.
   * @throws Error if the file cannot be read
   */
  async read(): Promise<string> {
    return (await readFile(this.path, 'utf8').catch(nullIfMissing)) ?? '';
  }

  /** Replaces the note durably. */
  write(note: string): Promise<void> {
    return replaceContent(this.path, note);
  }
}

/** Parses a note; null if it is empty. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const [name = '', size, root = ''] = note.split('\n');
  return name === '' ? null : { name, size: Number(size), root: Buffer.from(root, 'base64') };
}
