import { expect, test } from '@jest/globals';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { startBuiltServer } from '../support/built-server.js';
import { withFolder } from '../support/temporary-database.js';

/** A start must load fewer code files than this, since each adds to the start time. */
const MAX_FILES = 20;

const coverageSchema = z.object({ result: z.array(z.object({ url: z.string() })) });

/** Returns the code files that a process loaded, as recorded by NODE_V8_COVERAGE. */
async function filesRun(folder: string): Promise<string[]> {
  const [report = ''] = await readdir(folder);
  const { result } = coverageSchema.parse(JSON.parse(await readFile(join(folder, report), 'utf8')));
  return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
}

test('a start loads fewer than 20 code files, and not the renderer of cards', async () => {
  await withFolder(async (folder) => {
    const coverage = join(folder, 'coverage');
    const server = await startBuiltServer(folder, { NODE_V8_COVERAGE: coverage });
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    await server.stop('SIGTERM');
    const files = await filesRun(coverage);
    const ours = files.filter((file) => file.includes('/backend/dist/'));
    expect(ours.map((file) => basename(file)).sort()).toEqual(['main.js', 'packages.js']);
    expect(files.filter((file) => file.includes('resvg'))).toEqual([]);
    expect(files.length).toBeLessThan(MAX_FILES);
  });
});
