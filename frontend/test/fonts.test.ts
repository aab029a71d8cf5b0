import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const FONTS = 'frontend/fonts';

async function namesIn(folder: string, ending: RegExp): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => ending.test(name)).sort();
}

/** Returns the code points of a TrueType font, from format 4 of its table `cmap`. */
function charactersIn(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? NaN;
  const cmap = font.subarray(font.readUInt32BE(record + 8));
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(8 + 8 * index)),
  );
  const subtable = subtables.find((each) => each.readUInt16BE(0) === 4) ?? Buffer.alloc(0);
  const segments = subtable.readUInt16BE(6);
  const characters = new Set<number>();
  for (let at = 0; at < segments; at += 2) {
    const [end, start] = [
      subtable.readUInt16BE(14 + at),
      subtable.readUInt16BE(16 + segments + at),
    ];
    for (let character = start; character <= end; character += 1) characters.add(character);
  }
  return characters;
}

test('the fonts and their licences are those that the script makes from the packages', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pyramidion-fonts-'));
  try {
    execFileSync(process.execPath, ['frontend/fonts/make.js', folder]);
    const made = await namesIn(folder, /./);
    expect(await namesIn(FONTS, /\.(woff2|ttf|txt)$/)).toEqual(made);
    for (const name of made) {
      const committed = await readFile(path.join(FONTS, name));
      expect([name, committed.equals(await readFile(path.join(folder, name)))]).toEqual([
        name,
        true,
      ]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the TrueType fonts have every character of the texts, except for emojis', async () => {
  const sources = await namesIn('frontend/src', /(?<!\.test)\.tsx?$/);
  const texts = await Promise.all(
    sources.map((name) => readFile(path.join('frontend/src', name), 'utf8')),
  );
  const shown = new Set(texts.join('').match(/[^\n\p{Extended_Pictographic}\ufe0f🟥🟨]/gu));
  expect(shown.size).toBeGreaterThan(90);
  const fonts = await namesIn(FONTS, /\.ttf$/);
  expect(fonts).toHaveLength(3);
  for (const name of fonts) {
    const characters = charactersIn(await readFile(path.join(FONTS, name)));
    const missing = [...shown].filter((each) => !characters.has(each.codePointAt(0) ?? 0));
    expect([name, missing]).toEqual([name, []]);
  }
});
