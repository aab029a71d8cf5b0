import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { StartError } from '../../core/errors.js';
import { withProgress } from '../progress.js';

/** A line of proofs has some 1,200. */
const MAX_LINE_CHARACTERS = 65_536;

/**
 * Hands each line of a file to `take`, and shows how far it is.
 * @throws StartError for a line that is far too long to be one of proofs; the rest of it is not read
 */
export async function readLines(path: string, take: (line: string) => void): Promise<void> {
  await withProgress('Verifying', (await stat(path)).size, async (reach) => {
    const input = createReadStream(path, { encoding: 'utf8' });
    const texts: AsyncIterable<string> = input;
    let lines = 0;
    let rest = '';
    for await (const text of texts) {
      const parts = `${rest}${text}`.split('\n');
      rest = parts.pop() ?? '';
      for (const line of parts) take(line);
      lines += parts.length;
      if (rest.length > MAX_LINE_CHARACTERS) {
        throw new StartError(
          `${path} is no file of proofs: line ${lines + 1} is longer than ${MAX_LINE_CHARACTERS} characters`,
        );
      }
      reach(input.bytesRead);
    }
    if (rest !== '') take(rest);
  });
}
