import type { DownloadHead, ProofLine, WithheldLine } from '@backend/proofs/proofs.schema';
import { request } from '@/lib/api';
import { count, listOf, objectOf, text, time, type Known } from '@/lib/check';

/** A later server may withhold proofs for other reasons, and they still do not count. */
interface ReadWithheld extends Pick<
  WithheldLine,
  'number' | 'recruit' | 'referrer' | 'why' | 'since'
> {
  readonly withheld: string;
}

type ReadProof = Omit<ProofLine, 'leftOutOfWeek'>;

type Certain = 'number' | 'recruit' | 'referrer' | 'withheld';

export type KnownWithheld = Known<ReadWithheld, Certain>;

export type KnownLine = ReadProof | KnownWithheld;

/** Where every proof can be had, oldest first, a line of JSON each. */
export const PROOFS = '/api/proofs';

/**
 * The lines after a proof as they arrive.
 *
 * @param after number of the last proof that is known already, 0 for none
 * @throws Error when the server cannot be asked, does not answer with proofs, breaks off, leaves a number out, or sends fewer lines than it says
 */
export async function* fetchProofs(after: number, options: { signal?: AbortSignal } = {}) {
  const { body } = await request(after === 0 ? PROOFS : `${PROOFS}?after=${after}`, options);
  if (!body) throw new Error('The proofs came without a body');
  let head: Known<DownloadHead, 'lines'> = { lines: 0 };
  let read = 0;
  let last = after;
  for await (const texts of readLines(body)) {
    /** Null in the place of a line that holds neither a proof nor a reason for its absence. */
    const lines: (KnownLine | null)[] = [];
    for (const value of texts.map(parseJson)) {
      const newHead = headLine(value);
      if (newHead) head = newHead;
      else lines.push(withheldLine(value) ?? proofLine(value) ?? null);
    }
    read += lines.length;
    for (const line of lines) {
      if (line === null) continue;
      if (line.number !== last + 1) throw new Error(`The proofs have no number ${last + 1}`);
      last = line.number;
    }
    /** Where proofs may have been signed: the site's origins, now and before. */
    const { origins = [] } = head;
    yield { lines, origins };
  }
  if (read < head.lines) throw new Error(`The proofs end ${head.lines - read} lines too early`);
}

/** A proof is under 2 kB; a line that never ends is no proof, and would fill the memory. */
const MAX_LINE = 16_384;

/**
 * The lines of a text as they arrive, grouped by the chunk that completed them; empty ones are left out.
 * Leaving the loop early ends the download.
 *
 * @throws Error when the download breaks off, or a line exceeds 16,384 characters
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<readonly string[], void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      if (rest.length > MAX_LINE) throw new Error('The file of proofs has a line without an end');
      const filled = lines.filter((line) => line.trim() !== '');
      if (filled.length > 0) yield filled;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const wallets = { number: count, recruit: text, referrer: text };

export const headLine = objectOf<DownloadHead, 'lines'>(
  { lines: count },
  { origins: listOf(text) },
);

export const proofLine = objectOf<ReadProof>(
  { ...wallets, message: text, signature: text, provenAt: time },
  {},
);

export const withheldLine = objectOf<ReadWithheld, Certain>(
  { ...wallets, withheld: text },
  { why: text, since: time },
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAGE_LENGTH = 10;

export type ProofPage = Awaited<ReturnType<typeof readProofPage>>;

/**
 * At most ten proofs after one, oldest first, and no more of the download than that takes.
 *
 * @param after number of the last proof of the page before, 0 for the first page
 * @throws Error when the proofs do not come or break off
 */
export async function readProofPage(after: number) {
  const found: KnownLine[] = [];
  let origins: readonly string[] = [];
  for await (const arrived of fetchProofs(after)) {
    origins = arrived.origins;
    found.push(...arrived.lines.filter((line) => line !== null));
    if (found.length > PAGE_LENGTH) break;
  }
  const lines = found.slice(0, PAGE_LENGTH);
  /** Number after which the next page begins, or null on the last one. */
  const next = found.length > PAGE_LENGTH ? (lines.at(-1)?.number ?? null) : null;
  return { lines, next, origins };
}
