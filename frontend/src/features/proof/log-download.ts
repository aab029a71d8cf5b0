import type {
  ActionEntry,
  CheckpointLine,
  LogEntry,
  ProofEntry,
} from '@backend/transparency-log/log-entry.schema';
import { PROOFS } from '@/config/paths';
import { REQUEST_TIMEOUT_MS } from '@/lib/abort-after';
import { request } from '@/lib/api';
import { objectOf, oneOf, parseJson, text, time } from '@/lib/check';

type NewLogEntry = Extract<LogEntry, { action: 'new-log' }>;

export type LogLine = LogEntry | CheckpointLine;

/** Maximum size of a download before compression. A visitor on a phone may pay for it. */
const MAX_BYTES = 20_000_000;

/** Number of lines after which the size of the whole download is estimated. */
const SAMPLE = 100;

/** The estimated size of the log exceeds {@link MAX_BYTES}. */
export class LogTooLarge extends Error {
  override readonly name = 'LogTooLarge';

  constructor(readonly bytes: number) {
    super(`The log has about ${bytes} bytes`);
  }
}

/**
 * Yields the lines of the log in groups, as they arrive. `size` is the expected number of entries.
 *
 * @throws LogTooLarge, the errors of `request`, or Error if the download stalls, breaks off or a line does not end
 */
export async function* downloadLog(size: number, signal: AbortSignal) {
  const { body } = await inTime(request(PROOFS, { signal }));
  if (!body) throw new Error('The response with the proofs has no body');
  let [bytes, lines] = [0, 0];
  for await (const group of readLines(body, (length) => (bytes += length))) {
    lines += group.length;
    const expected = lines < SAMPLE ? bytes : (bytes / lines) * Math.max(size, lines);
    if (expected > MAX_BYTES) throw new LogTooLarge(expected);
    yield group;
  }
}

/** Maximum length of an unfinished line in characters. */
const MAX_LINE = 16_384;

/** Yields the non-blank lines of a download in groups, as they arrive. Leaving the loop cancels the download. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  onBytes: (length: number) => void,
): AsyncGenerator<readonly string[], void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      onBytes(value?.length ?? 0);
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      if (rest.length > MAX_LINE) throw new Error('The file of proofs has a line without an end');
      yield lines.filter((line) => line.trim() !== '');
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Rejects if the promise takes longer than a request may. The download as a whole may take longer. */
function inTime<T>(step: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The download stalls')), REQUEST_TIMEOUT_MS);
  });
  return Promise.race([step, stalled]).finally(() => clearTimeout(timer));
}

const anyLine = objectOf<{ action: string }>({ action: text });

const checkpointLine = objectOf<CheckpointLine>({
  action: oneOf('checkpoint'),
  vkey: text,
  note: text,
});

export const proofEntry = objectOf<ProofEntry>({
  action: oneOf('prove'),
  message: text,
  signature: text,
  recruit: text,
  referrer: text,
  at: time,
});

export const actionEntry = objectOf<ActionEntry>({
  action: oneOf('ban', 'unban', 'revoke', 'unrevoke'),
  subject: text,
  why: text,
  at: time,
});

export const newLogEntry = objectOf<NewLogEntry>({
  action: oneOf('new-log'),
  formerCheckpoint: text,
  why: text,
  at: time,
});

/**
 * Parses a line of the download; null if its kind is unknown, or if fields of its kind are missing or malformed.
 *
 * @throws Error if the line is not JSON with a string `action`
 */
export function parseLine(line: string): LogLine | null {
  const value = parseJson(line);
  if (!anyLine(value)) throw new Error('A line of the proofs is not an entry of the log');
  return (
    proofEntry(value) ?? actionEntry(value) ?? newLogEntry(value) ?? checkpointLine(value) ?? null
  );
}
