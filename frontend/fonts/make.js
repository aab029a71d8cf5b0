import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';

// Makes the fonts of this folder from those in the packages, with fewer characters. Run it in the root of the
// repository after you change this file or update the packages: node frontend/fonts/make.js [folder]

/** Printable ASCII, and typographic characters that texts may use. */
const CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00a0“”‘’–—…·×→←↑↓−≥≤©`;

const WEIGHTS = { min: 400, max: 600, default: 400 };

const WEB = /** @type {const} */ ({ targetFormat: 'woff2' });

/** For pictures, whose renderer cannot read WOFF2, and draws a variable font only in its default weight. */
const PICTURE = /** @type {const} */ ({ targetFormat: 'sfnt' });

const FONTS = {
  '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2': {
    ...WEB,
    variationAxes: { wght: WEIGHTS },
  },
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2': WEB,
  '@fontsource/geist/files/geist-latin-400-normal.woff': PICTURE,
  '@fontsource/geist/files/geist-latin-500-normal.woff': PICTURE,
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff': PICTURE,
};

const LICENCES = {
  '@fontsource/geist/LICENSE': 'OFL-geist.txt',
  '@fontsource/instrument-serif/LICENSE': 'OFL-instrument-serif.txt',
};

const [folder = 'frontend/fonts'] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const [source, options] of Object.entries(FONTS)) {
  const font = await readFile(path.join('node_modules', source));
  const name = path.parse(source).name + (options === PICTURE ? '.ttf' : '.woff2');
  await writeFile(path.join(folder, name), await subsetFont(font, CHARACTERS, options));
}
for (const [source, file] of Object.entries(LICENCES)) {
  await writeFile(path.join(folder, file), await readFile(path.join('node_modules', source)));
}
