import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import type { ReactNode } from 'react';
import satori from 'satori';
import { CARD_HEIGHT, CARD_WIDTH } from './card-size.js';

/** Draws a card. */
export type DrawCard = (card: ReactNode) => Promise<Buffer>;

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
  return async (card) => {
    const svg = await satori(card, { width: CARD_WIDTH, height: CARD_HEIGHT, fonts });
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
