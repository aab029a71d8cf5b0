import type {
  DownloadHead,
  DownloadLine,
  ProofLine,
  WithheldLine,
} from '@backend/proofs/proofs.schema';
import { request } from '@/lib/api';

/** Where every proof can be had, oldest first, a line of JSON each. */
export const PROOFS = '/api/proofs';

/**
 * The lines after a proof as they arrive, in groups.
 *
 * @param after number of the last proof that is known already, 0 for none
 * @throws Error when the server cannot be asked, does not answer with proofs, or breaks off
 */
export async function* fetchProofs(
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  const address = after === 0 ? PROOFS : `${PROOFS}?after=${after}`;
  const { body } = await request(address, { signal });
  if (!body) throw new Error('The proofs came without a body');
  yield* readLines(body);
}

/** A proof is under 2 kB; a line that never ends is no proof, and would fill the memory. */
const LONGEST_LINE = 16_384;

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
      if (rest.length > LONGEST_LINE)
        throw new Error('The file of proofs has a line without an end');
      const filled = lines.filter((line) => line.trim() !== '');
      if (filled.length > 0) yield filled;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const WALLETS = ['recruit', 'referrer'] as const;

/** What a download says of itself in its first line; null for any other line. */
export function parseHead(line: string): DownloadHead | null {
  const value = parseJson(line);
  return isHead(value) ? value : null;
}

function isHead(value: unknown): value is DownloadHead {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lines' in value &&
    Number.isSafeInteger(value.lines) &&
    'origins' in value &&
    Array.isArray(value.origins) &&
    value.origins.every((origin) => typeof origin === 'string')
  );
}

/** The proof in a line of JSON, or the reason for which it is withheld; null when the line holds anything else. */
export function parseLine(line: string): DownloadLine | null {
  const value = parseJson(line);
  return isProof(value) || isWithheld(value) ? value : null;
}

function isProof(value: unknown): value is ProofLine {
  return isNumbered(value, [...WALLETS, 'message', 'signature', 'provenAt']);
}

function isWithheld(value: unknown): value is WithheldLine {
  return isNumbered(value, [...WALLETS, 'withheld', 'why', 'since']);
}

function isNumbered(value: unknown, textFields: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'number' in value &&
    Number.isSafeInteger(value.number) &&
    textFields.every((name) => hasText(value, name))
  );
}

function hasText(value: object, name: string): boolean {
  const field: unknown = Reflect.get(value, name);
  return typeof field === 'string';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAGE_LENGTH = 10;

export interface ProofPage {
  /** At most ten, oldest first. */
  readonly lines: readonly DownloadLine[];
  /** Number after which the next page begins, or null on the last one. */
  readonly next: number | null;
  /** Where proofs may have been signed: the site's origins, now and before. */
  readonly origins: readonly string[];
}

/**
 * The ten proofs after one, and no more of the download than that takes.
 *
 * @param after number of the last proof of the page before, 0 for the first page
 * @throws Error when the proofs do not come or break off
 */
export async function readProofPage(after: number, signal: AbortSignal): Promise<ProofPage> {
  const found: DownloadLine[] = [];
  let origins: readonly string[] = [];
  for await (const texts of fetchProofs(after, signal)) {
    origins = parseHead(texts[0] ?? '')?.origins ?? origins;
    found.push(...texts.map(parseLine).filter((line) => line !== null));
    if (found.length > PAGE_LENGTH) break;
  }
  const lines = found.slice(0, PAGE_LENGTH);
  const next = found.length > PAGE_LENGTH ? (lines.at(-1)?.number ?? null) : null;
  return { lines, next, origins };
}
