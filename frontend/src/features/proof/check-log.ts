import type { MerkleTree } from '@backend/shared/merkle-tree';
import { rememberedReceipts, type Receipt } from '@/features/referral/receipts';
import { request } from '@/lib/api';
import { toBase64 } from '@/lib/base64';
import { objectOf, parseJson, text } from '@/lib/check';
import { formatCount, shortenAddress } from '@/lib/format';
import { browserStorage } from '@/lib/storage';
import { checkProof } from './check-proof';
import type { CheckedLine } from './checked-lines';
import { fetchEntries, fetchEntry, type LogLine } from './log-entries';
import { hasEntry, readTree } from './log-tree';
import { isSignedBy, readCheckpoint, type Checkpoint } from './signed-note';

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
 * Checks the transparency log in this browser: that its key signed the checkpoint, that the entries of the last check
 * are unchanged, and that it contains the visitor's own proofs. Remembers the checkpoint, unless its signature, its tree
 * or the comparison with the last checkpoint fails.
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
  const now = readCheckpoint(note);
  if (!now || !vkey.startsWith(`${now.name}+`)) throw new Error('The checkpoint is malformed');

  const remembered = memoryOf(parseJson(browserStorage.read(STORAGE_KEY)));
  const before = remembered ? readCheckpoint(remembered.checkpoint) : null;
  const isSigned = await isSignedBy(vkey, note);
  if (!isSigned) return { vkey, lines: [isSigned === null ? UNSUPPORTED : UNSIGNED] };
  if (before?.name === now.name && remembered?.vkey !== vkey) return { vkey, lines: [OTHER_KEY] };

  const receipts = rememberedReceipts();
  const own = await Promise.all(receipts.map(({ logIndex }) => fetchEntry(logIndex)));
  const opening = before && before.name !== now.name ? await findOpening(now) : null;
  const indexes = [...own, opening].map((line) => line?.index ?? Infinity);
  const tree = await readTree(now.size, {
    sizes: before ? [before.size] : [],
    leaves: indexes.filter((index) => index < now.size),
  });
  const log: Log = { ...now, tree };
  const signed = holds(`The log has ${entries(now.size)}, and its key signed for them.`);
  if (toBase64(await tree.root()) !== now.root) return { vkey, lines: [signed, OTHER_ENTRIES] };

  const past = await pastLine(log, before, opening);
  const ownLines = await Promise.all(
    receipts.map((receipt, place) => ownLine(log, receipt, own[place] ?? null, origins)),
  );
  const lines = [signed, past, ...(ownLines.length > 0 ? ownLines : [NO_RECEIPT])];
  if (past === REWRITTEN) return { vkey, lines, evidence: `${remembered?.checkpoint}\n${note}` };
  const memory: Memory = { vkey, checkpoint: note };
  if (past[0] !== false) browserStorage.write(STORAGE_KEY, JSON.stringify(memory));
  return { vkey, lines };
}

interface Log extends Checkpoint {
  readonly tree: MerkleTree;
}

/** Compares the log with the checkpoint that this browser remembers. */
async function pastLine(
  log: Log,
  before: Checkpoint | null,
  opening: LogLine | null,
): Promise<CheckedLine> {
  if (before === null) return FIRST;
  if (before.name !== log.name) {
    const entry = opening && (await hasEntry(log.tree, opening)) ? opening.entry : null;
    if (entry?.action !== 'new-log') return RENAMED;
    const { at, why } = entry;
    return unchecked(
      `We started a new log on ${at.slice(0, 10)}, so there is nothing to compare it with yet. Our reason: “${why ?? ''}”`,
    );
  }
  if (before.size > log.size) return SHORTER;
  if (toBase64(await log.tree.root(before.size)) !== before.root) return REWRITTEN;
  return holds(`Nothing changed in the ${entries(before.size)} that this browser remembers.`);
}

/** Checks that the log contains the proof that a receipt stands for, and that this proof is valid. */
async function ownLine(
  log: Log,
  { wallet, logIndex, signature }: Receipt,
  line: LogLine | null,
  origins: readonly string[],
): Promise<CheckedLine> {
  const name = `Entry ${formatCount(logIndex)}`;
  const signer = shortenAddress(wallet);
  const proof = line?.entry;
  if (!line) {
    return fails(
      `${name}, the proof of ${signer}, is gone. You did not resign, so somebody did it for you.`,
    );
  }
  const isOwn = proof?.action === 'prove' && proof.recruit === wallet;
  if (!isOwn || (signature !== undefined && proof.signature !== signature)) {
    return fails(`${name} is not the proof that ${signer} signed. This browser has the receipt.`);
  }
  if ((await checkProof(proof, origins)).verdict === 'fails') {
    return fails(`${name} has the name of ${signer} on it, but its proof does not hold.`);
  }
  if (logIndex >= log.size) {
    return unchecked(
      `${name}, the proof of ${signer}, is newer than this checkpoint. The next one is due in a second.`,
    );
  }
  if (!(await hasEntry(log.tree, line))) {
    return fails(
      `${name}, the proof of ${signer}, was shown to you, but is not what the log’s key signed for.`,
    );
  }
  return holds(`${name} is the proof that ${signer} signed for ${shortenAddress(proof.referrer)}.`);
}

/** Returns the entry that started a log, or null. The log's name ends with the time of that entry. */
async function findOpening({ name }: Checkpoint): Promise<LogLine | null> {
  for await (const lines of fetchEntries(0)) {
    const found = lines.find(
      ({ entry }) => entry?.action === 'new-log' && name.endsWith(`/log/${entry.at}`),
    );
    if (found) return found;
  }
  return null;
}

async function fetchText(address: string): Promise<string> {
  return (await request(address)).text();
}

const holds = (claim: string): CheckedLine => [true, claim];
const fails = (claim: string): CheckedLine => [false, claim];
const unchecked = (claim: string): CheckedLine => [null, claim];

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${formatCount(count)} entries`;
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
