import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedDatabase } from '../support/data/seed.js';
import { PORT, runOps } from '../support/run-ops.js';
import { withFolder } from '../support/temporary-database.js';

const COMMANDS = ['backup', 'restore', 'ban', 'revoke'];

const LEFT_OUT = '…';

interface Example {
  readonly words: readonly string[];
  readonly output: string;
}

function examplesOf(page: string): Example[] {
  const blocks = Array.from(page.matchAll(/^```(\w*)\n([^]*?)^```$/gm));
  return blocks
    .flatMap(([, language, block = '']) => (language === '' ? block.split(/^\$ /m) : []))
    .flatMap((example) => {
      const [, command = '', output = ''] = /^ops ([^\n|]*)\n([^]*)$/.exec(example) ?? [];
      const words = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, a, b]) => a ?? b ?? '');
      const isRun = COMMANDS.includes(words[0] ?? '') && !output.startsWith('error:');
      return isRun ? [{ words, output }] : [];
    });
}

function withPlaceholders(text: string): string[] {
  const replaced = text.replaceAll(/\/\S+/g, 'PATH').replaceAll(/\d[\d,.:TZ-]*/g, '#');
  return replaced
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
}

test('backup, restore, ban and revoke print what docs/operating.md shows', async () => {
  const examples = examplesOf(readFileSync('docs/operating.md', 'utf8'));
  expect(new Set(examples.map(({ words }) => words[0]))).toEqual(new Set(COMMANDS));
  await withFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'pyramidion.sqlite')}`;
    await seedDatabase(url, 300, `http://localhost:${PORT}`);
    for (const { words, output } of examples) {
      const inFolder = words.map((word) => word.replace('/var/lib/pyramidion', folder));
      const { stdout, stderr } = await runOps(url, ...inFolder);
      const shown = withPlaceholders(output);
      const printed = withPlaceholders(stdout + stderr);
      const kept = shown.includes(LEFT_OUT)
        ? printed.filter((line) => shown.includes(line))
        : printed;
      expect([words, kept]).toEqual([words, shown.filter((line) => line !== LEFT_OUT)]);
    }
  });
});
