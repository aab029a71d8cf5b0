import { describe, expect, it, jest } from '@jest/globals';
import { readLines } from './log-entries';

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const group of readLines(streamOf(chunks))) lines.push(...group);
  return lines;
}

function streamOf(chunks: readonly Uint8Array[], cancel?: () => void): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    ...(cancel && { cancel }),
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the lines of a download', () => {
  it('are complete wherever a chunk ends, even within a character', async () => {
    const whole = bytes('first\nsecond … line\nthird\n');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      await expect(linesOf([whole.slice(0, cut), whole.slice(cut)])).resolves.toEqual([
        'first',
        'second … line',
        'third',
      ]);
    }
  });

  it('include an unterminated last line, and no empty lines', async () => {
    await expect(linesOf([bytes('first\n\n\nlast')])).resolves.toEqual(['first', 'last']);
  });

  it('are limited in length', async () => {
    const endless = Array.from({ length: 20 }, () => bytes('x'.repeat(1_000)));
    await expect(linesOf(endless)).rejects.toThrow('a line without an end');
  });

  it('stop the download when the loop ends', async () => {
    const cancel = jest.fn();
    for await (const lines of readLines(streamOf([bytes('one\n'), bytes('two\n')], cancel))) {
      expect(lines).toEqual(['one']);
      break;
    }
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});
