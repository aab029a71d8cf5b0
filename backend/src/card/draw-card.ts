import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';
import type { CardLayout } from '../site/page.js';
import { CARD_HEIGHT, CARD_WIDTH } from './card-size.js';

/** Draws a card. */
export type DrawCard = (card: CardLayout) => Promise<Buffer>;

type Fonts = Parameters<typeof satori>[1]['fonts'];

const FONTS = [
  {
    name: 'Instrument Serif',
    weight: 400,
    file: '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff',
  },
  { name: 'Geist', weight: 400, file: '@fontsource/geist/files/geist-latin-400-normal.woff' },
  { name: 'Geist', weight: 500, file: '@fontsource/geist/files/geist-latin-500-normal.woff' },
] as const;

/** Reads the fonts once, and gives what draws cards with them, as PNG. */
export async function loadCardDrawing(): Promise<DrawCard> {
  const fonts = await loadFonts();
  return async ({ backdrop, words }) => {
    const foreground = await satori(words, { width: CARD_WIDTH, height: CARD_HEIGHT, fonts });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">${backdrop}${foreground}</svg>`;
    const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
    return picture.asPng();
  };
}

async function loadFonts(): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    FONTS.map(async ({ name, weight, file }) => ({
      name,
      weight,
      data: await readFile(resolve(file)),
    })),
  );
}
