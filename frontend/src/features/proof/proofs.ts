import type { DownloadHead, ProofLine, WithheldLine } from '@backend/proofs/proofs.schema';
import { request } from '@/lib/api';
import { count, listOf, objectOf, text, time, type Known } from '@/lib/check';

/** A later release may withhold proofs for other reasons; they do not count either. */
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

/** Address of all proofs, oldest first, as JSON lines. */
export const PROOFS = '/api/proofs';

/**
 * Yields the lines after a proof as they arrive.
 *
 * @param after number of the last known proof, or 0
 * @throws Error if the request fails, the answer is not a list of proofs, the download breaks off, a number is missing,
 * or there are fewer lines than announced
 */
export async function* fetchProofs(after: number, options: { signal?: AbortSignal } = {}) {
  const { body } = await request(after === 0 ? PROOFS : `${PROOFS}?after=${after}`, options);
  if (!body) throw new Error('The response with the proofs has no body');
  let head: Known<DownloadHead, 'lines'> = { lines: 0 };
  let read = 0;
  let last = after;
  for await (const texts of readLines(body)) {
    /** Null for a line that is neither a proof nor a withheld one. */
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
    /** Current and former origins of the site. */
    const { origins = [] } = head;
    yield { lines, origins };
  }
  if (read < head.lines) throw new Error(`The proofs end ${head.lines - read} lines too early`);
}

/** Limit of a line in bytes. A proof is under 2 kB; an endless line would exhaust the memory. */
const MAX_LINE = 16_384;

/**
 * Yields the non-empty lines of a text as they arrive, in groups per chunk. Leaving the loop early cancels the
 * download.
 *
 * @throws Error if the download breaks off, or a line exceeds 16,384 characters
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

export const PAGE_LENGTH = 10;

export type ProofPage = Awaited<ReturnType<typeof readProofPage>>;

/**
 * Fetches at most ten proofs, oldest first, and then cancels the download.
 *
 * @param after number of the last proof of the previous page, or 0
 * @throws Error if the request fails or the download breaks off
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
  /** Number of the last proof of this page, or null on the last page. */
  const next = found.length > PAGE_LENGTH ? (lines.at(-1)?.number ?? null) : null;
  return { lines, next, origins };
}
