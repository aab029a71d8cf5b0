import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { causeOf, flawOfAddress } from '../../core/endpoint.js';
import { StartError } from '../../core/errors.js';
import { rejectUnreadable } from '../files.js';
import { withProgress } from '../../core/progress.js';
import { parseJson } from '../../verify/entry.js';

/** An entry of the log has at most 65,535 bytes. */
const MAX_LINE_BYTES = 65_536;

const MAX_PROBLEM_BYTES = 16_384;

const NEWLINE = 10;

const problemSchema = z.object({ detail: z.string() });

/**
 * Reads a download of `GET /api/proofs`, and shows the progress.
 * @param source a site, or the path of a file
 * @throws StartError if the source cannot be read, or a line is far too long; also any error of `onLine`
 */
export async function readDownload(
  source: URL | string,
  onLine: (line: Buffer) => void,
): Promise<void> {
  const isFile = typeof source === 'string';
  if (isFile) {
    await rejectUnreadable(
      source,
      'a site, such as https://pyramidion.example, or a file of proofs from GET /api/proofs',
    );
  }
  const total = isFile ? (await stat(source)).size : null;
  await withProgress('Verifying', total, async (onProgress) => {
    const chunks: AsyncIterable<Uint8Array> = isFile ? createReadStream(source) : fetchFrom(source);
    let rest = Buffer.alloc(0);
    let bytes = 0;
    for await (const chunk of chunks) {
      rest = Buffer.concat([rest, chunk]);
      for (let end; (end = rest.indexOf(NEWLINE)) >= 0; rest = rest.subarray(end + 1)) {
        onLine(rest.subarray(0, end));
      }
      if (rest.length > MAX_LINE_BYTES) {
        throw new StartError(
          `${String(source)} is not a download of GET /api/proofs: a line is longer than ${MAX_LINE_BYTES} bytes`,
        );
      }
      onProgress((bytes += chunk.length));
    }
    if (rest.length > 0) onLine(rest);
  });
}

/** Yields the download of a site. Fails if the site is silent for 5 minutes, the default of `fetch`. */
async function* fetchFrom({ origin }: URL): AsyncGenerator<Uint8Array, void> {
  const flaw = flawOfAddress(origin, 'an http or https address');
  if (flaw !== null) throw new StartError(`${origin} ${flaw}`);
  const address = `${origin}/api/proofs`;
  try {
    const { status, headers, body } = await fetch(address, { redirect: 'manual' });
    const chunks: AsyncIterable<Uint8Array> | [] = body ?? [];
    if (status === 200) {
      yield* chunks;
      return;
    }
    const location = headers.get('location');
    const hint = location === null ? 'name a site of Pyramidion' : `name the site of ${location}`;
    throw new StartError(`${address} answers ${status}: ${(await detailOf(chunks)) ?? hint}`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${address} does not answer to the end (${causeOf(error)}): try again later`,
    );
  }
}

async function detailOf(chunks: AsyncIterable<Uint8Array> | []): Promise<string | null> {
  let body = Buffer.alloc(0);
  for await (const chunk of chunks) {
    body = Buffer.concat([body, chunk]);
    if (body.length > MAX_PROBLEM_BYTES) break;
  }
  return problemSchema.safeParse(parseJson(body.toString())).data?.detail ?? null;
}
