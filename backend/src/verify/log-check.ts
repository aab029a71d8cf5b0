import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { Audit } from './audit.js';
import { LogTree, openCheckpoint, type Checkpoint } from './checkpoint.js';
import { parseLine, type NewLog } from './entry.js';

/** Start of a line with a checkpoint. No entry of the log starts with it. */
const CHECKPOINT_START = '{"action":"checkpoint"';

const checkpointLineSchema = z.strictObject({
  action: z.literal('checkpoint'),
  vkey: z.string(),
  note: z.string(),
});

/**
 * Compares the entries of a download with its checkpoints, and with the checkpoint of the last run. A continued
 * download may have several checkpoints, each of which signs the entries above it.
 */
export class LogCheck {
  /** The newest checkpoint; null before the first, or if the newest has no valid signature. */
  checkpoint: Checkpoint | null = null;
  private readonly faults = new Set<string>();
  private readonly tree = new LogTree();
  private rootBefore = this.tree.root;
  private isEnded = false;

  /**
   * @param before checkpoint of the last run that passed every check, or null
   * @param vkey key of the log; by default, the one that the download names
   */
  constructor(
    private readonly audit: Audit,
    private readonly before: Checkpoint | null,
    private readonly vkey?: string,
  ) {}

  read(line: Buffer): void {
    // Otherwise, different bytes would become the same text.
    const text = isUtf8(line) ? line.toString() : '';
    const { data } = checkpointLineSchema.safeParse(
      text.startsWith(CHECKPOINT_START) ? parseLine(text) : null,
    );
    this.isEnded = data !== undefined;
    if (data !== undefined) {
      this.readCheckpoint(data.note, this.vkey ?? data.vkey);
      return;
    }
    this.audit.read(text);
    this.tree.add(line);
    if (this.tree.size === this.before?.size) this.rootBefore = this.tree.root;
  }

  /**
   * Returns what is wrong with the log as a whole. Call it after the last line.
   * @param acceptNewLog true to accept that this log has replaced the log of the last run, if an entry gives the reason
   */
  finish(acceptNewLog: boolean): string[] {
    const { before, checkpoint, faults } = this;
    if (!this.isEnded) faults.add(UNSIGNED);
    // Entries that the checkpoint does not sign prove nothing against the site.
    if (faults.size > 0 || before === null || checkpoint === null) return [...faults];
    const isSameLog = checkpoint.vkey === before.vkey;
    const newLog = isSameLog ? undefined : findNewLog(this.audit, before, checkpoint);
    if (newLog !== undefined && acceptNewLog) return [];
    const difference = compare(before, checkpoint, this.rootBefore, newLog);
    return difference === null ? [] : [difference];
  }

  private readCheckpoint(note: string, vkey: string): void {
    const { checkpoint: earlier, tree, faults } = this;
    this.checkpoint = openCheckpoint(note, vkey);
    if (this.checkpoint === null) faults.add(`the checkpoint is not signed by ${vkey}`);
    else if (earlier !== null && earlier.vkey !== vkey) {
      faults.add(`the checkpoints are of two logs: ${earlier.vkey} and ${vkey}`);
    } else if (this.checkpoint.size !== tree.size) {
      faults.add(`the checkpoint signs ${this.checkpoint.size} entries, but ${tree.size} are here`);
    } else if (this.checkpoint.root !== tree.root) {
      faults.add('the entries are not those that the checkpoint signs');
    }
  }
}

const UNSIGNED =
  'the last line is not a checkpoint: the download was cut off, or the site had an older release; download it again';

/**
 * Returns the newest `new-log` entry if it started this log. Returns undefined if it did not, or if no `new-log` entry
 * can have replaced the log of the last run.
 */
function findNewLog({ actions }: Audit, before: Checkpoint, now: Checkpoint): NewLog | undefined {
  const newLogs = actions.filter((entry) => entry.action === 'new-log');
  const isReplaced = newLogs.some(({ formerCheckpoint: note }) => {
    const former = openCheckpoint(note, before.vkey);
    return note === '' || (former !== null && isCovered(before, former));
  });
  const newest = isReplaced ? newLogs.at(-1) : undefined;
  return newest !== undefined && now.name.endsWith(`/${newest.at}`) ? newest : undefined;
}

const isCovered = (before: Checkpoint, later: Checkpoint): boolean =>
  later.size > before.size || later.root === before.root;

function compare(
  before: Checkpoint,
  now: Checkpoint,
  rootBefore: string,
  newLog?: NewLog,
): string | null {
  if (now.vkey !== before.vkey) {
    return newLog === undefined
      ? 'FORK: the log has another key than at the last run, and no entry says why'
      : `the site started a new log at ${newLog.at}: ${newLog.why} (--accept-new-log follows it)`;
  }
  if (now.size < before.size) {
    return `FORK: the log has ${now.size} entries, and had ${before.size} at the last run`;
  }
  if (rootBefore === before.root) return null;
  return `FORK: the first ${before.size} entries are not those of the last run`;
}
