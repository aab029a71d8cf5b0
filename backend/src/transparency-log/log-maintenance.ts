import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../core/clock.js';
import { Refused, StartError } from '../core/errors.js';
import { readDatabaseId } from '../database/identity.js';
import { Writer } from '../database/writer.js';
import { Settings } from '../settings.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { CheckpointFile, parseCheckpoint } from './checkpoint-file.js';
import { readLogName } from './checkpoints.js';
import { LogEntryRepository } from './log-entry.repository.js';
import { readLogKey } from './log-key.js';
import { LogTree } from './log-tree.js';

const ACTION = 'new-log';

export interface LogStart {
  /** The action's `number` in `audit_log`. */
  readonly number: number;
  readonly action: string;
  readonly why: string;
  readonly actedAt: string;
  /** A checkpoint of the former log that covers the published ones; empty if none is known. */
  readonly formerCheckpoint: string;
}

@Injectable()
export class LogMaintenance {
  constructor(
    private readonly entries: LogEntryRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly writer: Writer,
    private readonly file: CheckpointFile,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a checkpoint as the newest one that visitors saw.
   * @param path a file with the signed note
   * @throws Refused if the file has no checkpoint of this log and key, a newer checkpoint is known, or the database
   *   does not continue the file's checkpoint
   * @throws StartError if the file or the key of the log cannot be read
   */
  async continueFrom(path: string): Promise<{ readonly name: string; readonly size: number }> {
    const { transparencyLogFolder } = this.settings;
    const note = await readFile(path, 'utf8').catch((error: unknown) => {
      throw new StartError(`${path} cannot be read (${String(error)}): name another file`);
    });
    const checkpoint = parseCheckpoint(note);
    const name = await readLogName(this.auditLog, this.settings);
    const key = await readLogKey(transparencyLogFolder);
    if (checkpoint?.name !== name || !note.startsWith(key.sign(checkpoint))) {
      throw new Refused(
        `${path} is no checkpoint that the key in ${transparencyLogFolder} signed for ${name}: fetch it from /log/checkpoint, put the log-key back that signed it, or start a new log with new-log`,
      );
    }
    const { size } = checkpoint;
    const known = parseCheckpoint(await this.file.read());
    if (known?.name === name && known.size > size) {
      throw new Refused(
        `a checkpoint of ${known.size} entries was published, but ${path} has ${size}: fetch the newest one`,
      );
    }
    if ((await new LogTree(this.entries).headAfter(checkpoint)) === null) {
      throw new Refused(
        `the database does not continue the checkpoint of ${size} entries: restore a newer backup, or start a new log with new-log`,
      );
    }
    await this.file.write(note, await readDatabaseId(this.entries.manager));
    return { name, size };
  }

  /**
   * Gives the log a new name, and appends an entry with the reason.
   * @throws StartError if the folder of the log cannot be written, or its files or key cannot be read
   */
  async startNew(why: string): Promise<LogStart> {
    await requireWritable(this.settings.transparencyLogFolder);
    const database = await readDatabaseId(this.entries.manager);
    const tree = new LogTree(this.entries);
    // Reads most entries before the writer blocks others.
    await tree.grow();
    const start = await this.writer.write(async (manager) => {
      const formerCheckpoint = await this.signAll(tree, database);
      const actedAt = this.clock.now().toISOString();
      const taken = { action: ACTION, subject: null, why, actedAt } as const;
      const number = await new AuditLogRepository(manager).add(taken);
      const entry = { action: ACTION, formerCheckpoint, why, at: actedAt } as const;
      await new LogEntryRepository(manager).append(entry);
      return { number, action: ACTION, why, actedAt, formerCheckpoint };
    });
    await this.file.write('', database);
    return start;
  }

  /**
   * Returns a checkpoint of all entries, because another machine may have published newer ones than this one. If the
   * log is not published, returns the newest known checkpoint.
   */
  private async signAll(tree: LogTree, database: string): Promise<string> {
    const known = parseCheckpoint((await this.file.readFor(database)) ?? '');
    const head = known && (await tree.headAfter(known));
    if (known === null || head === null) return this.file.read();
    return (await readLogKey(this.settings.transparencyLogFolder)).sign({ ...known, ...head });
  }
}

async function requireWritable(folder: string): Promise<void> {
  await access(folder, constants.W_OK).catch((error: unknown) => {
    throw new StartError(
      `TRANSPARENCY_LOG_DIR: ${folder} cannot be written (${String(error)}): correct its path, or run the command as its owner`,
    );
  });
}
