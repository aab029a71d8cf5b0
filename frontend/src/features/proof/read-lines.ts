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
