import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { showProgress } from '../progress.js';

/** Lines between two looks at the progress. */
const STRIDE = 500;

/** Hands each line of a file to `take`, and shows how far it is. */
export async function readLines(path: string, take: (line: string) => void): Promise<void> {
  const { size } = await stat(path);
  const progress = showProgress('Verifying', size);
  const input = createReadStream(path);
  let lines = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    take(line);
    lines += 1;
    if (lines % STRIDE === 0) progress.reach(input.bytesRead);
  }
  progress.stop();
}
