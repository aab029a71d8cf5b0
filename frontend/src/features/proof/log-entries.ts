import type { ActionEntry, LogEntry, ProofEntry } from '@backend/transparency-log/log-entry.schema';
import { request } from '@/lib/api';
import { objectOf, oneOf, parseJson, text, time, type Known } from '@/lib/check';

type NewLogEntry = Extract<LogEntry, { action: 'new-log' }>;

export type KnownAction = Known<ActionEntry, 'action' | 'subject' | 'at'>;

export type KnownNewLog = Known<NewLogEntry, 'action' | 'at'>;

export interface LogLine {
  /** Position in the log, from 0. */
  readonly index: number;
  /** The line as it was sent, without the newline. The log's hashes are over these bytes. */
  readonly text: string;
  /** Null for an entry of a kind that this release does not know. */
  readonly entry: ProofEntry | KnownAction | KnownNewLog | null;
}

/** API path of all entries of the log, oldest first, as JSON lines, and then their checkpoint. */
export const PROOFS = '/api/proofs';

/** The line of a checkpoint, with the number of entries that it signs. */
const CHECKPOINT = /^\{"action":"checkpoint","vkey":"[^"]*","note":"[^"\\]*\\n(\d+)\\n/;

/**
 * Yields the entries of the log as they arrive.
 *
 * @param after number of entries to skip
 * @throws Error if the request fails, a line is not an entry, or the download lacks lines or its checkpoint
 */
export async function* fetchEntries(after: number, options: { signal?: AbortSignal } = {}) {
  const { body } = await request(after === 0 ? PROOFS : `${PROOFS}?after=${after}`, options);
  if (!body) throw new Error('The response with the proofs has no body');
  let index = after;
  let size: string | undefined;
  for await (const texts of readLines(body)) {
    const entries = texts.filter((line) => !CHECKPOINT.test(line));
    const first = index;
    index += entries.length;
    size = CHECKPOINT.exec(texts.at(-1) ?? '')?.[1];
    yield entries.map((line, place): LogLine => lineAt(first + place, line));
  }
  if (Math.max(after, Number(size)) !== index) {
    throw new Error('The proofs are not those of the checkpoint at their end');
  }
}

/** Fetches one entry of the log; null if the log is shorter. */
export async function fetchEntry(index: number): Promise<LogLine | null> {
  for await (const [line] of fetchEntries(index)) return line ?? null;
  return null;
}

/** Limit of a line in characters. An entry is under 2 kB; an endless line would exhaust the memory. */
const MAX_LINE = 16_384;

/**
 * Yields the non-empty lines of a download, in one group per received chunk. Leaving the loop early cancels the
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

const anyEntry = objectOf<{ action: string }>({ action: text }, {});

export const proofEntry = objectOf<ProofEntry>(
  {
    action: oneOf('prove'),
    message: text,
    signature: text,
    recruit: text,
    referrer: text,
    at: time,
  },
  {},
);

export const actionEntry = objectOf<ActionEntry, 'action' | 'subject' | 'at'>(
  { action: oneOf('ban', 'unban', 'revoke', 'unrevoke'), subject: text, at: time },
  { why: text },
);

export const newLogEntry = objectOf<NewLogEntry, 'action' | 'at'>(
  { action: oneOf('new-log'), at: time },
  { why: text, formerCheckpoint: text },
);

function lineAt(index: number, line: string): LogLine {
  const value = parseJson(line);
  if (!anyEntry(value)) throw new Error(`Line ${index} of the proofs is not an entry of the log`);
  const entry = proofEntry(value) ?? actionEntry(value) ?? newLogEntry(value) ?? null;
  return { index, text: line, entry };
}

export const PAGE_LENGTH = 10;

export type LogPage = Awaited<ReturnType<typeof readPage>>;

/**
 * Fetches at most ten entries, oldest first, and then cancels the download.
 *
 * @param after number of entries to skip
 * @throws what `fetchEntries` throws
 */
export async function readPage(after: number) {
  const found: LogLine[] = [];
  for await (const lines of fetchEntries(after)) {
    found.push(...lines);
    if (found.length > PAGE_LENGTH) break;
  }
  return { lines: found.slice(0, PAGE_LENGTH), isLast: found.length <= PAGE_LENGTH };
}
