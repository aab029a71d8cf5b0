import type { ActionEntry, CheckpointLine } from '@backend/transparency-log/log-entry.schema';
import { LEADERBOARD } from '@/config/paths';
import { boardAnswer, type BoardAnswer } from '@/features/leaderboard/board-answer';
import { rememberedReceipts, type Receipt } from '@/features/referral/receipts';
import { request, requestJson } from '@/lib/api';
import { objectOf, parseJson, text } from '@/lib/check';
import { formatCount, plural, shortenAddress } from '@/lib/format';
import { browserStorage } from '@/lib/storage';
import { canCheckSignatures, faultOf } from './check-proof';
import type { CheckedLine } from './checked-lines';
import { downloadLog, LogTooLarge, parseLine, type LogLine } from './log-download';
import { hashEntry, LogTree } from './log-tree';
import { isSignedBy, readCheckpoint, type Checkpoint } from './signed-note';
import { Totals } from './totals';

const STORAGE_KEY = 'pyramidion.log';

const AT_ONCE = 16;

/** Minimum time between the pauses in which the page renders and handles events. */
const TURN_MS = 50;

const MAX_FAULTS = 20;

/** The last checkpoint that this browser has verified, and the key that signed it. */
interface Memory {
  readonly vkey: string;
  readonly checkpoint: string;
}

const memoryOf = objectOf<Memory>({ vkey: text, checkpoint: text });

export interface CheckedLog {
  readonly lines: readonly CheckedLine[];
  /** The log's public key; missing if nothing was checked. */
  readonly vkey?: string;
  /** The remembered and the current checkpoint, if the log has rewritten its past. */
  readonly evidence?: string;
}

interface CheckOptions {
  readonly origins: readonly string[];
  /** The operator's entries about this wallet are listed. */
  readonly about: string;
  readonly signal: AbortSignal;
  /** Called with the number of entries read so far. */
  readonly onProgress: (entries: number) => void;
}

/**
 * Downloads the transparency log, and checks the log, this browser's receipts and the leaderboard. Does not remember a
 * checkpoint if the check of its signature, entries or past fails.
 *
 * @throws the errors of `request`, or Error if the log is malformed or its download breaks off
 */
export async function checkLog({
  origins,
  about,
  signal,
  onProgress,
}: CheckOptions): Promise<CheckedLog> {
  if (!(await canCheckSignatures())) return { lines: [UNSUPPORTED] };
  const board = await requestJson(LEADERBOARD, boardAnswer).catch((error: unknown) => {
    console.error('The board is not compared', error);
    return null;
  });
  const latest = readCheckpoint(await (await request('/log/checkpoint')).text());
  if (!latest) throw new Error('The checkpoint is malformed');
  const memory = memoryOf(parseJson(browserStorage.read(STORAGE_KEY)));
  const before = memory ? readCheckpoint(memory.checkpoint) : null;
  const replay = new Replay(origins, about, before?.size ?? 0, rememberedReceipts());
  try {
    let turn = performance.now();
    for await (const lines of downloadLog(latest.size, signal)) {
      for (let start = 0; start < lines.length; start += AT_ONCE) {
        await replay.read(lines.slice(start, start + AT_ONCE));
        signal.throwIfAborted();
        if (performance.now() - turn < TURN_MS) continue;
        onProgress(replay.tree.size);
        await new Promise((resolve) => setTimeout(resolve));
        turn = performance.now();
      }
    }
  } catch (error) {
    if (error instanceof LogTooLarge) return { lines: [tooLarge(latest.size, error.bytes)] };
    throw error;
  }
  return concluded(replay, memory && before ? { ...memory, ...before } : null, board);
}

async function concluded(
  replay: Replay,
  before: (Memory & Checkpoint) | null,
  board: BoardAnswer | null,
): Promise<CheckedLog> {
  const { end } = replay;
  const now = end && readCheckpoint(end.note);
  if (!now || !end.vkey.startsWith(`${now.name}+`)) throw new Error('The download breaks off');
  const { vkey, note } = end;
  const results = [...replay.proofLines(), ...boardLines(replay.totals, board)];

  const head = await headLine(replay, now, end, before);
  if (head[0] !== true) return { vkey, lines: [head, ...results] };
  const past = pastLine(replay, now, before);
  const own = replay.ownLines();
  const lines = [
    head,
    ...replay.actions,
    past,
    ...(own.length > 0 ? own : [NO_RECEIPT]),
    ...results,
  ];
  if (past === REWRITTEN) return { vkey, lines, evidence: `${before?.checkpoint}\n${note}` };
  const memory: Memory = { vkey, checkpoint: note };
  if (past[0] !== false) browserStorage.write(STORAGE_KEY, JSON.stringify(memory));
  return { vkey, lines };
}

class Replay {
  readonly tree = new LogTree();
  readonly totals = new Totals();
  end: CheckpointLine | null = null;
  /** Root of the first `sizeBefore` entries; null if they are not read yet, or if there are none. */
  rootBefore: string | null = null;
  readonly actions: CheckedLine[] = [];
  readonly newLogs: Extract<LogLine, { action: 'new-log' }>[] = [];
  #proofs = 0;
  #unknown = 0;
  readonly #faults: CheckedLine[] = [];
  /** The entries that the receipts name, with their faults, by index. */
  readonly #receipted = new Map<number, readonly [LogLine | null, string | null]>();

  /** @param sizeBefore number of entries of the remembered checkpoint, or 0 */
  constructor(
    private readonly origins: readonly string[],
    private readonly about: string,
    private readonly sizeBefore: number,
    private readonly receipts: readonly Receipt[],
  ) {}

  async read(texts: readonly string[]): Promise<void> {
    const lines = texts.map(async (line) => {
      const entry = parseLine(line);
      const fault = entry?.action === 'prove' ? await faultOf(entry, this.origins) : null;
      return { entry, fault, leaf: await hashEntry(line) };
    });
    for (const { entry, fault, leaf } of await Promise.all(lines)) {
      if (this.end) throw new Error('The proofs continue after their checkpoint');
      if (entry?.action === 'checkpoint') {
        this.end = entry;
        continue;
      }
      this.#apply(entry, fault);
      await this.tree.add(leaf);
      if (this.tree.size === this.sizeBefore) this.rootBefore = await this.tree.root();
    }
  }

  #apply(entry: Exclude<LogLine, CheckpointLine> | null, fault: string | null): void {
    const index = this.tree.size;
    if (this.receipts.some(({ logIndex }) => logIndex === index)) {
      this.#receipted.set(index, [entry, fault]);
    }
    if (entry === null) this.#unknown += 1;
    else if (entry.action === 'new-log') this.newLogs.push(entry);
    else if (entry.action !== 'prove') {
      this.totals.apply(entry);
      if (entry.subject === this.about) this.actions.push(actionLine(index, entry));
    } else {
      this.#proofs += 1;
      const counts = fault === null && this.totals.prove(entry.recruit, entry.referrer);
      if (!counts) this.#faults.push(faultLine(index, entry.recruit, fault ?? REPEATED));
    }
  }

  ownLines(): readonly CheckedLine[] {
    return this.receipts.map((receipt) => ownLine(receipt, this.#receipted.get(receipt.logIndex)));
  }

  proofLines(): readonly CheckedLine[] {
    const faults = this.#faults;
    const { withheld } = this.totals;
    const hidden = faults.length - MAX_FAULTS;
    return [
      faults.length === 0 && (this.#proofs === 0 ? NO_PROOF : allHold(this.#proofs)),
      ...faults.slice(0, MAX_FAULTS),
      hidden > 0 && fails(`${plural(hidden, 'more proof')} counted for nothing.`),
      withheld > 0 &&
        unchecked(
          `${plural(withheld, 'proof')} ${withheld === 1 ? 'counts' : 'count'} for nothing, because we revoked the recruit or banned the referrer. Our reasons are in the download.`,
        ),
      this.#unknown > 0 &&
        unchecked(
          `Entries of a kind that this page does not know: ${formatCount(this.#unknown)}. Reload for a newer page.`,
        ),
    ].filter((line) => line !== false);
  }
}

function actionLine(index: number, { action, subject, why, at }: ActionEntry): CheckedLine {
  return holds(
    `Entry ${formatCount(index)}, ${at.slice(0, 10)}: ${action} ${shortenAddress(subject)}. Our reason: “${why}”`,
  );
}

async function headLine(
  { tree }: Replay,
  now: Checkpoint,
  { vkey, note }: CheckpointLine,
  before: (Memory & Checkpoint) | null,
): Promise<CheckedLine> {
  if (!(await isSignedBy(vkey, note))) return UNSIGNED;
  if (before?.name === now.name && before.vkey !== vkey) return OTHER_KEY;
  if (tree.size !== now.size || (await tree.root()) !== now.root) return OTHER_ENTRIES;
  return holds(`The log has ${entries(now.size)}, and its key signed for them.`);
}

function pastLine(
  { newLogs, rootBefore }: Replay,
  now: Checkpoint,
  before: Checkpoint | null,
): CheckedLine {
  if (before === null) return FIRST;
  if (before.name !== now.name) {
    // The name of a new log ends with the time of the entry that started it.
    const opening = newLogs.find(({ at }) => now.name.endsWith(`/log/${at}`));
    if (!opening) return RENAMED;
    return unchecked(
      `We started a new log on ${opening.at.slice(0, 10)}, so there is nothing to compare it with yet. Our reason: “${opening.why}”`,
    );
  }
  if (before.size > now.size) return SHORTER;
  if (before.size > 0 && rootBefore !== before.root) return REWRITTEN;
  return holds(`Nothing changed in the ${entries(before.size)} that this browser remembers.`);
}

/** @param found the entry at the index of the receipt, with its fault; undefined if the log is shorter */
function ownLine(
  { wallet, logIndex, signature }: Receipt,
  found: readonly [LogLine | null, string | null] | undefined,
): CheckedLine {
  const name = `Entry ${formatCount(logIndex)}`;
  const signer = shortenAddress(wallet);
  if (!found) {
    return fails(
      `${name}, the proof of ${signer}, is gone. You did not resign, so somebody did it for you.`,
    );
  }
  const [entry, fault] = found;
  const isOwn = entry?.action === 'prove' && entry.recruit === wallet;
  if (!isOwn || (signature !== undefined && entry.signature !== signature)) {
    return fails(`${name} is not the proof that ${signer} signed. This browser has the receipt.`);
  }
  if (fault !== null) {
    return fails(`${name} has the name of ${signer} on it, but its proof does not hold.`);
  }
  return holds(`${name} is the proof that ${signer} signed for ${shortenAddress(entry.referrer)}.`);
}

function faultLine(index: number, recruit: string, fault: string): CheckedLine {
  return fails(
    `Entry ${formatCount(index)}, the proof of ${shortenAddress(recruit)}, counted for nothing: ${fault}.`,
  );
}

function boardLines(totals: Totals, board: BoardAnswer | null): readonly CheckedLine[] {
  if (board === null) return [NO_BOARD];
  const leftOut = leftOutOf(board, totals);
  const differing = board.entries
    .filter(({ wallet, provenRecruits }) => provenRecruits !== totals.recruitsOf(wallet))
    .map(({ wallet, provenRecruits }) =>
      fails(
        `${shortenAddress(wallet)} has ${plural(provenRecruits, 'proven recruit')} on the board, and ${formatCount(totals.recruitsOf(wallet))} in the log.`,
      ),
    );
  if (leftOut > 0) {
    differing.push(
      fails(`The board leaves out ${plural(leftOut, 'wallet')} with proven recruits in the log.`),
    );
  }
  if (differing.length > 0) return [...differing, MEANWHILE];
  return [board.entries.length === 0 ? EMPTY_BOARD : BOARD_AGREES];
}

/** Returns the number of referrers that the board lacks; 0 if this answer has only some of the board's rows. */
function leftOutOf({ entries, total }: BoardAnswer, { referrers }: Totals): number {
  if (entries.length > 0 && total > entries.length) return 0;
  const listed = new Set(entries.map(({ wallet }) => wallet));
  return [...referrers].filter((wallet) => !listed.has(wallet)).length;
}

function holds(claim: string): CheckedLine {
  return [true, claim];
}

function fails(claim: string): CheckedLine {
  return [false, claim];
}

function unchecked(claim: string): CheckedLine {
  return [null, claim];
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`;
}

function allHold(proofs: number): CheckedLine {
  return holds(`${plural(proofs, 'proof')} read. Each recruit signed for whoever got the points.`);
}

function tooLarge(size: number, bytes: number): CheckedLine {
  return unchecked(
    `The log has ${entries(size)}, about ${formatCount(Math.round(bytes / 1e6))} MB. A page should not make you download that, so nothing was checked. The command below does it on a computer.`,
  );
}

const UNSUPPORTED = unchecked(
  'This browser cannot check signatures here. Use a recent one over https.',
);
const UNSIGNED = fails(
  'The log’s key did not sign this checkpoint. Somebody wants the credit without the liability.',
);
const OTHER_KEY = fails(
  'The log’s key is not the one that this browser remembers. We never change it, so ask who did.',
);
const OTHER_ENTRIES = fails(
  'Its entries do not add up to what the key signed for. Elsewhere this is called creative accounting.',
);
const FIRST = unchecked(
  'This is the first checkpoint that this browser remembers, so there is nothing to compare it with yet.',
);
const RENAMED = fails(
  'The log has a new name, and no entry says why. Companies do that after the lawsuit.',
);
const SHORTER = fails(
  'The log is shorter than this browser remembers. A server may be a second behind, so check again before you call anybody.',
);
const REWRITTEN = fails('Somebody rewrote the past. It was not a market correction.');
const NO_RECEIPT = unchecked(
  'This browser has no receipt of a proof, so there is no entry of yours to look for.',
);
const REPEATED = 'the recruit was proven before';
const NO_PROOF = holds('There is no proof yet, and no point that needs one.');
const NO_BOARD = unchecked('The board did not load, so there is nothing to hold it against.');
const EMPTY_BOARD = holds('The board is empty, and so is our conscience.');
const BOARD_AGREES = holds(
  'Every row of the board agrees with your own browser. We are told this is unusual in the industry.',
);
const MEANWHILE = unchecked(
  'A proof that arrived between the two readings looks like that, too, so check once more before you call anybody.',
);
