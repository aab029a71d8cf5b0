import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { SingleBar } from 'cli-progress';

/** Lines between two looks at the progress. */
const STRIDE = 500;

/** Hands each line of a file to `take`; a progress bar shows how far it is when somebody watches. */
export async function readLines(path: string, take: (line: string) => void): Promise<void> {
  const { size } = await stat(path);
  const bar = new SingleBar({
    format: 'Verifying {bar} {percentage} %, {eta_formatted} to go',
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: true,
  });
  const input = createReadStream(path);
  if (process.stderr.isTTY) bar.start(size, 0);
  let lines = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    take(line);
    lines += 1;
    if (lines % STRIDE === 0) bar.update(input.bytesRead);
  }
  bar.stop();
}
