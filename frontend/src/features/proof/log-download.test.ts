import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { REQUEST_TIMEOUT_MS } from '@/lib/abort-after';
import { downloadLog, LogTooLarge, parseLine, readLines } from './log-download';

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const group of readLines(streamOf(chunks), () => undefined)) lines.push(...group);
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

  it('cannot be read if one of them is unfinished and too long', async () => {
    const endless = Array.from({ length: 20 }, () => bytes('x'.repeat(1_000)));
    await expect(linesOf(endless)).rejects.toThrow('a line without an end');
  });

  it('are not downloaded any further after the loop over them has ended early', async () => {
    const cancel = jest.fn();
    const stream = streamOf([bytes('one\n'), bytes('two\n')], cancel);
    for await (const lines of readLines(stream, () => undefined)) {
      expect(lines).toEqual(['one']);
      break;
    }
    expect(cancel).toHaveBeenCalledTimes(1);
  });
});

describe('a download', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Returns the number of chunks, of 100 lines each, whose lines were yielded. */
  async function chunksRead(size: number, lineLength: number, sent = size): Promise<number> {
    const chunk = bytes(`${'x'.repeat(lineLength - 1)}\n`.repeat(100));
    const chunks = Array.from({ length: Math.ceil(sent / 100) }, () => chunk);
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(streamOf(chunks)));
    let read = 0;
    try {
      const { signal } = new AbortController();
      for await (const lines of downloadLog(size, signal)) read += lines.length / 100;
    } catch (error) {
      if (!(error instanceof LogTooLarge)) throw error;
      expect(error.bytes).toBeGreaterThan(20_000_000);
    }
    return read;
  }

  it('is read to its end if it has up to 20 MB', async () => {
    expect(await chunksRead(20_000, 1_000)).toBe(200);
  });

  it('yields no line if its first lines suggest that it has over 20 MB', async () => {
    expect(await chunksRead(20_100, 1_000)).toBe(0);
  });

  it('stops after 20 MB of blank lines', async () => {
    const chunks = Array.from({ length: 30 }, () => bytes('\n'.repeat(1_000_000)));
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(streamOf(chunks)));
    const { signal } = new AbortController();
    const groups = downloadLog(1, signal);
    for (let chunk = 0; chunk < 20; chunk += 1) await groups.next();
    await expect(groups.next()).rejects.toThrow(new LogTooLarge(21_000_000));
  });

  it('stops at 20 MB if it is longer than the server said', async () => {
    expect(await chunksRead(100, 1_000, 30_000)).toBe(200);
  });

  it.each([
    ['no answer', () => new Promise<Response>(() => undefined)],
    ['no body', () => Promise.resolve(new Response(new ReadableStream<Uint8Array>()))],
  ])('fails if %s arrives for the time that a request may take', async (_what, respond) => {
    jest.useFakeTimers();
    jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
    const failed = expect(downloadLog(1, new AbortController().signal).next()).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    await failed;
  });

  it('goes on for longer than a request may take while chunks arrive', async () => {
    jest.useFakeTimers();
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(stream.readable));
    const groups = downloadLog(1, new AbortController().signal);
    for (const line of ['one', 'two', 'three']) {
      const group = groups.next();
      await jest.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
      await writer.write(bytes(`${line}\n`));
      await expect(group).resolves.toEqual({ done: false, value: [line] });
    }
  });
});

describe('a line', () => {
  it.each(['not json', '{"number":1}', 'null', '[]', '{"action":1}', '<!doctype html>'])(
    'is rejected if it is not an entry of a log: %s',
    (line) => {
      expect(() => parseLine(line)).toThrow('is not an entry of the log');
    },
  );

  it.each(['{"action":"pardon","subject":"Cheops"}', '{"action":"ban"}'])(
    'is parsed as null if its kind is unknown or fields are missing: %s',
    (line) => {
      expect(parseLine(line)).toBeNull();
    },
  );
});
