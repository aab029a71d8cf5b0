import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { firstCause, nullIfMissing, StartError, toError } from '../../core/errors.js';
import { replaceContent } from '../../core/files.js';
import { Refused } from '../command.js';
import { withProgress } from '../progress.js';
import type { Audit } from './audit.js';
import type { NewLog } from './entry.js';
import { LogTree, openCheckpoint, VKEY, type Checkpoint } from './checkpoint.js';

const TIMEOUT_MS = 60_000;
/**
 * Pause, in milliseconds, before a second request for a checkpoint: a process of a site may be a second behind another.
 */
const LAG_MS = 2_000;

const MAX_ANSWER_BYTES = 20_000_000;

/** Entries in a full bundle (C2SP tlog-tiles). */
const BUNDLE_ENTRIES = 256;
const LENGTH_BYTES = 2;

/** Number of bundles that are downloaded in parallel. */
const PARALLEL = 4;

const problemSchema = z.object({ detail: z.string() });

/** Content of the state file. */
const stateSchema = z.strictObject({ vkey: z.string(), checkpoint: z.string() });

export const logSchema = z.strictObject({
  /** The signed notes of this run and of the last run, if there was one. */
  checkpoint: z.string(),
  checkpointBefore: z.string().nullable(),
});

export interface SiteOptions {
  /** Key of the log, instead of the one that the site names. */
  readonly vkey?: string;
  /** File with the newest checkpoint that passed every check. */
  readonly state?: string;
  readonly acceptNewLog?: true;
}

/**
 * Reads all entries of a site's log, and compares them with its checkpoint and with that of the last run.
 * @throws StartError if the site or the state file cannot be read
 * @throws Refused if the checkpoint has no signature by the key, or the site lacks entries that it signs
 */
export async function checkLog(
  { origin, host }: URL,
  { vkey, state, acceptNewLog }: SiteOptions,
  audit: Audit,
) {
  const stateFile = state ?? `${host.replaceAll(':', '_')}.log-state.json`;
  const before = await readState(stateFile);
  let now = await fetchCheckpoint(origin, vkey);
  if (before?.vkey === now.vkey && now.size < before.size) {
    await delay(LAG_MS);
    now = await fetchCheckpoint(origin, vkey);
  }
  const tree = new LogTree();
  let rootBefore = tree.root;
  await withProgress('Verifying', now.size, async (onProgress) => {
    for await (const bundle of readBundles(origin, now.size)) {
      for (const entry of bundle) {
        audit.read(entry.toString());
        tree.add(entry);
        if (tree.size === before?.size) rootBefore = tree.root;
      }
      onProgress(tree.size);
    }
  });
  const newLog = before === null ? undefined : findNewLog(audit, before, now);
  const isFollowed = before === null || (newLog !== undefined && acceptNewLog === true);
  const difference = isFollowed ? null : compare(before, now, rootBefore, newLog);
  return {
    log: { checkpoint: now.note, checkpointBefore: before?.note ?? null },
    /** How the entries differ from the checkpoint, or from the last run; null if they do not. */
    difference:
      tree.root === now.root ? difference : 'the entries are not those that the checkpoint signs',
    /** Replaces the state file, for the next run. */
    remember: () => writeState(stateFile, now),
  };
}

/** Returns the entry by which the operator replaced the log of the last run with this log, or undefined. */
function findNewLog({ actions }: Audit, before: Checkpoint, now: Checkpoint): NewLog | undefined {
  const newLogs = actions.filter((entry) => entry.action === 'new-log');
  const isReplaced = newLogs.some(({ formerCheckpoint: note }) => {
    const former = openCheckpoint(note, before.vkey);
    return note === '' || (former !== null && isCovered(before, former));
  });
  const newest = isReplaced ? newLogs.at(-1) : undefined;
  return newest !== undefined && now.name.endsWith(`/${newest.at}`) ? newest : undefined;
}

/** True if the later checkpoint has a larger tree, or the same one. */
const isCovered = (before: Checkpoint, later: Checkpoint): boolean =>
  later.size > before.size || later.root === before.root;

/** Returns how the log differs from that of the last run, or null. */
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

async function fetchCheckpoint(origin: string, pinned?: string): Promise<Checkpoint> {
  const addressOfKey = `${origin}/.well-known/tlog-vkey`;
  const vkey = pinned ?? (await fetchText(addressOfKey)).trimEnd();
  if (!VKEY.test(vkey)) {
    throw new StartError(
      `${pinned ?? addressOfKey} is not the key of a log, such as name+1a2b3c4d+AQ…: name a site of Pyramidion`,
    );
  }
  const address = `${origin}/log/checkpoint`;
  const checkpoint = openCheckpoint(await fetchText(address), vkey);
  if (checkpoint !== null) return checkpoint;
  throw new Refused(`${address} is not a checkpoint that ${vkey} signed`);
}

/** Reads the entries below `size`, bundle by bundle. */
async function* readBundles(origin: string, size: number): AsyncGenerator<Buffer[], void> {
  for (let first = 0; first < size; first += PARALLEL * BUNDLE_ENTRIES) {
    const starts = Array.from({ length: PARALLEL }, (_, index) => first + index * BUNDLE_ENTRIES);
    yield* await Promise.all(
      starts
        .filter((start) => start < size)
        .map((start) => fetchBundle(origin, start, Math.min(size - start, BUNDLE_ENTRIES))),
    );
  }
}

/** Fetches `width` entries. A partial bundle may be gone once the full one exists. */
async function fetchBundle(origin: string, start: number, width: number): Promise<Buffer[]> {
  const full = `${origin}/log/tile/entries/${bundlePath(start / BUNDLE_ENTRIES)}`;
  const partial = width === BUNDLE_ENTRIES ? null : await fetchIfThere(`${full}.p/${width}`);
  const entries = splitBundle(partial ?? (await fetchIfThere(full)) ?? Buffer.of(), width);
  if (entries !== null) return entries;
  throw new Refused(`${full} is cut off: the checkpoint signs ${start + width} entries`);
}

/** Returns the path of a bundle below `tile/entries/`, such as `x001/x234/067`. */
export function bundlePath(number: number): string {
  const digits = String(number);
  return digits.padStart(3 * Math.ceil(digits.length / 3), '0').replace(/\d{3}(?=\d)/g, 'x$&/');
}

/** Returns the first `width` entries of a bundle, in which each entry follows its length; null if there are fewer. */
function splitBundle(bundle: Buffer, width: number): Buffer[] | null {
  const entries: Buffer[] = [];
  for (let start = LENGTH_BYTES, end; entries.length < width; start = end + LENGTH_BYTES) {
    if (start > bundle.length) return null;
    end = start + bundle.readUInt16BE(start - LENGTH_BYTES);
    if (end > bundle.length) return null;
    entries.push(bundle.subarray(start, end));
  }
  return entries;
}

/** Returns an answer as text, empty for 404. */
async function fetchText(address: string): Promise<string> {
  return (await fetchIfThere(address))?.toString() ?? '';
}

/**
 * Returns the body of an answer; null for 404.
 * @throws StartError for any other status, and for an answer that is missing, incomplete or too large
 */
async function fetchIfThere(address: string): Promise<Buffer | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { status, body, location } = await fetch(address, { redirect: 'manual', signal })
    .then(readBody)
    .catch((thrown: unknown) => {
      const error = toError(thrown);
      const why = firstCause(error) ?? error.message;
      throw new StartError(`${address} does not answer (${why}): try again later`);
    });
  if (body === null) {
    throw new StartError(`${address} is too large: more than ${MAX_ANSWER_BYTES} bytes`);
  }
  if (status === 404) return null;
  if (status === 200) return body;
  const { data } = problemSchema.safeParse(parseJson(body.toString()));
  const hint = location === null ? 'try again later' : `name the site of ${location}`;
  throw new StartError(`${address} answers ${status}: ${data?.detail ?? hint}`);
}

/** Reads a body, which is null if it is too large. */
async function readBody({ status, body, headers }: Response) {
  const location = headers.get('location');
  const parts: AsyncIterable<Uint8Array> | [] = body ?? [];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of parts) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return { status, body: null, location };
    chunks.push(chunk);
  }
  return { status, body: Buffer.concat(chunks), location };
}

async function readState(path: string): Promise<Checkpoint | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  if (text === null) return null;
  const { data } = stateSchema.safeParse(parseJson(text));
  const checkpoint = data === undefined ? null : openCheckpoint(data.checkpoint, data.vkey);
  if (checkpoint !== null) return checkpoint;
  throw new StartError(`${path} is not a state file of verify: name another file with --state`);
}

async function writeState(path: string, { vkey, note }: Checkpoint): Promise<void> {
  const state: z.infer<typeof stateSchema> = { vkey, checkpoint: note };
  try {
    await replaceContent(path, `${JSON.stringify(state, null, 2)}\n`);
  } catch (error) {
    throw new StartError(
      `${path} cannot be written (${String(error)}): name another file with --state`,
    );
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
