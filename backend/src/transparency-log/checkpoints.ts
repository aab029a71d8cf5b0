import { Inject, Injectable } from '@nestjs/common';
import { Unavailable } from '../core/errors.js';
import { LOG, type Log } from '../core/log.js';
import { PeriodicJob } from '../core/periodic-job.js';
import { SharedPromise } from '../core/shared-promise.js';
import { readDatabaseId } from '../database/identity.js';
import { Settings } from '../settings.js';
import { AuditLogRepository } from '../wallet/audit-log.repository.js';
import { CheckpointFile, parseCheckpoint } from './checkpoint-file.js';
import { LogEntryRepository } from './log-entry.repository.js';
import { LogKey } from './log-key.js';
import { LogTiles } from './log-tiles.js';

/** Lifetime of the newest checkpoint, in milliseconds, unless a download needs a newer one. */
const LIFETIME_MS = 1_000;

/** Interval, in milliseconds, at which a checkpoint is published even without a request. */
const PUBLISH_MS = 600_000;

const RETRY_AFTER_SECONDS = 60;

const BEHIND =
  'The transparency log is not published, because the database does not continue its newest checkpoint: restore a newer backup, or start a new log with ops new-log.';

const UNKNOWN =
  'The transparency log is not published, because its key was last used with another database, on another machine or by an earlier build: name the newest checkpoint that visitors saw with ops continue-log, or start a new log with ops new-log.';

const LOST =
  'the transparency log has entries, but TRANSPARENCY_LOG_DIR had no key and no checkpoint, so a new key signs the log: if visitors have seen the log before, stop the server and put the former log-key and log-checkpoint back, or start a new log with ops new-log';

/** Publishes checkpoints of the transparency log, if the database continues the newest known one. */
@Injectable()
export class Checkpoints extends PeriodicJob {
  private readonly newest = new SharedPromise(() => this.publish(), LIFETIME_MS);

  constructor(
    private readonly entries: LogEntryRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly tiles: LogTiles,
    private readonly key: LogKey,
    private readonly file: CheckpointFile,
    private readonly settings: Settings,
    @Inject(LOG) log: Log,
  ) {
    super(log, 'the transparency log was not published', PUBLISH_MS);
  }

  async run(): Promise<void> {
    await this.current();
  }

  /**
   * Returns the newest checkpoint, a signed note that is cached for a second.
   * @throws Unavailable if the log cannot be published now
   */
  current(): Promise<string> {
    return this.newest.get();
  }

  /**
   * Returns a checkpoint that covers all entries that are in the database now.
   * @throws Unavailable like {@link current}
   */
  async covering(): Promise<string> {
    const size = await this.entries.size();
    let note = await this.current();
    // The first renewal may join a publication that began before the size was read.
    for (let renewals = 0; renewals < 2 && sizeOf(note) < size; renewals += 1) {
      note = await this.newest.renew();
    }
    return note;
  }

  async size(): Promise<number> {
    return sizeOf(await this.current());
  }

  async vkey(): Promise<string> {
    return this.key.vkey(await readLogName(this.auditLog, this.settings));
  }

  private async publish(): Promise<string> {
    const database = await readDatabaseId(this.entries.manager);
    const former = await this.file.readFor(database).catch(unavailable);
    if (former === null) {
      await this.tiles.forget();
      throw new Unavailable(UNKNOWN, RETRY_AFTER_SECONDS);
    }
    const name = await readLogName(this.auditLog, this.settings);
    const head = await this.tiles.headAfter(parseCheckpoint(former));
    if (head === null) throw new Unavailable(BEHIND, RETRY_AFTER_SECONDS);
    // The head may contain the entry of a new-log that ran meanwhile.
    if (name !== (await readLogName(this.auditLog, this.settings))) return this.publish();
    const note = this.key.sign({ name, ...head });
    if (former === note) return note;
    // A new server publishes the empty log when it starts, so a first checkpoint with entries means a lost key.
    const isFirst = former === '' && (await this.file.isNew().catch(unavailable));
    if (isFirst && head.size > 0) this.log.warn(LOST);
    await this.file.write(note, database).catch(unavailable);
    return note;
  }
}

const sizeOf = (note: string): number => parseCheckpoint(note)?.size ?? 0;

/** Returns the name of the log. After `ops new-log`, the name ends with the time of that command. */
export async function readLogName(
  auditLog: AuditLogRepository,
  { publicOrigin }: Pick<Settings, 'publicOrigin'>,
): Promise<string> {
  const startedAt = await auditLog.newestLogStart();
  return [new URL(publicOrigin).host, 'log', ...(startedAt === null ? [] : [startedAt])].join('/');
}

function unavailable(cause: unknown): never {
  const message = 'The checkpoint of the transparency log cannot be stored now. Try again shortly.';
  throw new Unavailable(message, RETRY_AFTER_SECONDS, { cause });
}
