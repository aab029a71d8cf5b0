import { rememberedReceipts, type Receipt } from '@/features/referral/receipts';
import { request } from '@/lib/api';
import { objectOf, parseJson, text } from '@/lib/check';
import { formatCount, shortenAddress } from '@/lib/format';
import { browserStorage } from '@/lib/storage';
import { checkProof } from './check-proof';
import type { CheckedLine } from './checked-lines';
import { fetchEntries, fetchEntry, type LogLine } from './log-entries';
import { LogTree } from './log-tree';
import { isSignedBy, readCheckpoint, readKey, type Checkpoint } from './signed-note';

const STORAGE_KEY = 'pyramidion.log';

/** The last checkpoint that this browser has verified, and the key that signed it. */
interface Memory {
  readonly vkey: string;
  readonly checkpoint: string;
}

const memoryOf = objectOf<Memory>({ vkey: text, checkpoint: text }, {});

export interface CheckedLog {
  readonly vkey: string;
  readonly lines: readonly CheckedLine[];
  /** Two checkpoints that contradict each other. */
  readonly evidence?: string;
}

/**
 * Checks the transparency log in this browser: its signature, that nothing changed in what it had at the last check, and
 * that it has the visitor's own proofs. Remembers the checkpoint unless it contradicts the last one.
 *
 * @param origins current and former origins of this site
 * @throws what `request` throws, or an Error if an answer is malformed
 */
export async function checkLog(origins: readonly string[]): Promise<CheckedLog> {
  const [note, vkeyLine] = await Promise.all([
    fetchText('/log/checkpoint'),
    fetchText('/.well-known/tlog-vkey'),
  ]);
  const vkey = vkeyLine.trimEnd();
  const key = readKey(vkey);
  const now = readCheckpoint(note);
  if (!key || now?.name !== key.name) throw new Error('The log’s checkpoint or key is malformed');

  const remembered = memoryOf(parseJson(browserStorage.read(STORAGE_KEY)));
  const before = remembered ? readCheckpoint(remembered.checkpoint) : null;
  const isSigned = await isSignedBy(key, note);
  if (!isSigned) return { vkey, lines: [isSigned === null ? UNSUPPORTED : UNSIGNED] };
  if (before?.name === now.name && remembered?.vkey !== vkey) return { vkey, lines: [OTHER_KEY] };

  const receipts = rememberedReceipts();
  const own = await Promise.all(receipts.map(({ logIndex }) => fetchEntry(logIndex)));
  const opening = before && before.name !== now.name ? await findOpening(now) : null;
  const tree = await LogTree.read(now, {
    sizes: before ? [before.size] : [],
    indexes: [...own, opening].flatMap((line) => (line ? [line.index] : [])),
  });
  const signed: CheckedLine = [
    true,
    `The log has ${entries(now.size)}, and its key signed for them.`,
  ];
  if ((await tree.root()) !== now.root) return { vkey, lines: [signed, OTHER_ENTRIES] };

  const past = await pastLine(tree, before, opening);
  const ownLines = await Promise.all(
    receipts.map((receipt, place) => ownLine(tree, receipt, own[place] ?? null, origins)),
  );
  const lines = [signed, past, ...(ownLines.length > 0 ? ownLines : [NO_RECEIPT])];
  if (past === REWRITTEN) return { vkey, lines, evidence: `${remembered?.checkpoint}\n${note}` };
  const memory: Memory = { vkey, checkpoint: note };
  if (past[0] !== false) browserStorage.write(STORAGE_KEY, JSON.stringify(memory));
  return { vkey, lines };
}

/** Compares the log with the checkpoint before. */
async function pastLine(
  tree: LogTree,
  before: Checkpoint | null,
  opening: LogLine | null,
): Promise<CheckedLine> {
  if (before === null) return FIRST;
  if (before.name !== tree.checkpoint.name) {
    if (opening?.entry?.action !== 'new-log' || !(await tree.contains(opening))) return RENAMED;
    const { at, why } = opening.entry;
    return [
      null,
      `We started a new log on ${at.slice(0, 10)}, so there is nothing to compare it with yet. Our reason: “${why ?? ''}”`,
    ];
  }
  if (before.size > tree.checkpoint.size) return SHORTER;
  if ((await tree.root(before.size)) !== before.root) return REWRITTEN;
  return [true, `Nothing changed in the ${entries(before.size)} that this browser remembers.`];
}

/** Checks that the log has the proof of a receipt. */
async function ownLine(
  tree: LogTree,
  { wallet, logIndex, signature }: Receipt,
  line: LogLine | null,
  origins: readonly string[],
): Promise<CheckedLine> {
  const name = `Entry ${formatCount(logIndex)}`;
  const signer = shortenAddress(wallet);
  const proof = line?.entry;
  if (!line) {
    return [
      false,
      `${name}, the proof of ${signer}, is gone. You did not resign, so somebody did it for you.`,
    ];
  }
  const isOwn = proof?.action === 'prove' && proof.recruit === wallet;
  if (!isOwn || (signature !== undefined && proof.signature !== signature)) {
    return [false, `${name} is not the proof that ${signer} signed. This browser has the receipt.`];
  }
  if ((await checkProof(proof, origins)).verdict === 'fails') {
    return [false, `${name} has the name of ${signer} on it, but its proof does not hold.`];
  }
  if (logIndex >= tree.checkpoint.size) {
    return [
      null,
      `${name}, the proof of ${signer}, is newer than this checkpoint. The next one is due in a second.`,
    ];
  }
  if (!(await tree.contains(line))) {
    return [
      false,
      `${name}, the proof of ${signer}, was shown to you, but is not what the log’s key signed for.`,
    ];
  }
  return [
    true,
    `${name} is the proof that ${signer} signed for ${shortenAddress(proof.referrer)}.`,
  ];
}

/** Entries of concurrent servers are this close to the order of their times. */
const NEARLY_SORTED = 500;

/** Finds the entry that started a log, whose time is in the log's name; null if there is none. */
async function findOpening({ name, size }: Checkpoint): Promise<LogLine | null> {
  const time = /\/log\/(.+)$/.exec(name)?.[1];
  if (time === undefined) return null;
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await fetchEntry(middle);
    if (line?.entry && line.entry.at < time) low = middle + 1;
    else high = middle;
  }
  for await (const lines of fetchEntries(Math.max(0, low - NEARLY_SORTED))) {
    const found = lines.find(({ entry }) => entry?.action === 'new-log' && entry.at === time);
    if (found) return found;
    if (lines.some(({ index }) => index > low + NEARLY_SORTED)) return null;
  }
  return null;
}

async function fetchText(address: string): Promise<string> {
  return (await request(address)).text();
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`;
}

const UNSUPPORTED: CheckedLine = [
  null,
  'This browser has no Ed25519 for this page, so nothing was checked. A recent browser over https has it.',
];
const UNSIGNED: CheckedLine = [
  false,
  'The log’s key did not sign this checkpoint. Somebody wants the credit without the liability.',
];
const OTHER_KEY: CheckedLine = [
  false,
  'The log’s key is not the one that this browser remembers. We never change it, so ask who did.',
];
const OTHER_ENTRIES: CheckedLine = [
  false,
  'Its entries do not add up to what the key signed for. Elsewhere this is called creative accounting.',
];
const FIRST: CheckedLine = [
  null,
  'This is the first checkpoint that this browser remembers, so there is nothing to compare it with yet.',
];
const RENAMED: CheckedLine = [
  false,
  'The log has a new name, and no entry says why. Companies do that after the lawsuit.',
];
const SHORTER: CheckedLine = [
  false,
  'The log is shorter than this browser remembers. A server may be a second behind, so check again before you call anybody.',
];
const REWRITTEN: CheckedLine = [
  false,
  'Somebody rewrote the past. It was not a market correction.',
];
const NO_RECEIPT: CheckedLine = [
  null,
  'This browser has no receipt of a proof, so there is no entry of yours to look for.',
];
