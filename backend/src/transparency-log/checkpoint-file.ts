import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, replaceContent } from '../core/files.js';
import { nullIfMissing, StartError } from '../core/errors.js';

/** Name of the log, number of its entries, and the root of their tree (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly name: string;
  readonly size: number;
  readonly root: Buffer;
}

/**
 * Stores the newest published checkpoint, a signed note, outside the database, so that a restored database does not
 * replace it. The file `log-signed` contains the note and the ID of the database that it was signed for;
 * `log-checkpoint` contains the note alone. Only `log-checkpoint` belongs in backups, since a restored `log-signed`
 * could pass for the newest state.
 */
export class CheckpointFile {
  private readonly signedPath: string;
  private readonly path: string;

  constructor(private readonly folder: string) {
    this.signedPath = join(folder, 'log-signed');
    this.path = join(folder, 'log-checkpoint');
  }

  /** Prepares the folder for a new key. Returns false if the folder belongs to a published log. */
  async begin(): Promise<boolean> {
    await makeFolder(this.folder);
    await appendFile(this.signedPath, '', { mode: 0o600 });
    return (await this.isNew()) && (await this.read()) === '';
  }

  /** True if {@link begin} was called for the folder, and {@link write} was not. */
  async isNew(): Promise<boolean> {
    return (await this.readSigned())?.of === '';
  }

  /**
   * Returns the newest known note; empty if none is known.
   * @throws StartError if a file cannot be read
   */
  async read(): Promise<string> {
    const { note = '' } = (await this.readSigned()) ?? {};
    return note === '' ? ((await contentOf(this.path)) ?? '') : note;
  }

  /**
   * Returns the last signed note, empty before the first; null if it is unknown, or was signed for another database.
   * @throws StartError like {@link read}
   */
  async readFor(database: string): Promise<string | null> {
    const signed = await this.readSigned();
    if (signed?.of === '') return (await this.read()) === '' ? '' : null;
    return signed?.of === database ? signed.note : null;
  }

  /** Replaces the note durably. An empty note means that nothing of the log is published yet. */
  async write(note: string, database: string): Promise<void> {
    await replaceContent(this.signedPath, `${database}\n${note}`);
    await replaceContent(this.path, note);
  }

  private async readSigned(): Promise<{ readonly of: string; readonly note: string } | null> {
    const signed = await contentOf(this.signedPath);
    if (signed === null) return null;
    const [of = '', ...lines] = signed.split('\n');
    return { of, note: lines.join('\n') };
  }
}

const contentOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8')
    .catch(nullIfMissing)
    .catch((error: unknown) => {
      throw new StartError(
        `TRANSPARENCY_LOG_DIR: ${path} cannot be read (${String(error)}): let this user read that file, or run the command as its owner`,
      );
    });

/** Parses a note; null if it is empty. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const [name = '', size, root = ''] = note.split('\n');
  return name === '' ? null : { name, size: Number(size), root: Buffer.from(root, 'base64') };
}
