import type { Page } from 'playwright-core';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { useLateFonts } from '../../support/browser/late-fonts.js';

/** Scale of the baselines. Small pictures show well enough if an element is missing or has moved. */
const SCALE = 1 / 3;

/**
 * Distance, 0 to 1, from which two colours count as different. The colour of a card is further from the colour of its
 * background.
 */
const COLOUR_THRESHOLD = 0.02;

/** Side of the squares in which differences are counted, in pixels. */
const SQUARE = 24;

/** Fraction of a square that may differ. A different font rendering changes half as much, a moved card changes more. */
const MAY_DIFFER = 0.4;

/** Allowed difference in height, in pixels, because browsers round the heights of lines. */
const MAY_GROW = 2;

/** Colours in the drawing of differences: red for different pixels, yellow for antialiasing. */
const DIFFERENT = [255, 0, 0] as const;

/** The difference of two pictures. */
export interface PictureDifference {
  /** Place and extent of the difference. */
  readonly description: string;
  /** The differences, as a PNG. */
  readonly drawing: Buffer;
}

/**
 * Takes a picture of a page, or of a part of it. The picture is reduced, and hides everything that differs between
 * machines.
 */
export async function photograph(page: Page, part = 'html'): Promise<Buffer> {
  await page.evaluate(useLateFonts);
  await page.evaluate(holdStill);
  const box = await page.locator(part).boundingBox();
  if (!box) throw new Error(`nothing can be seen of ${part}`);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { ...box, scale: SCALE },
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Runs in the page: hides the caret and emojis, which depend on the font, and loads lazy pictures. */
async function holdStill(): Promise<void> {
  document
    .querySelector<HTMLElement>('[data-slot="floating-emojis"]')
    ?.style.setProperty('visibility', 'hidden');
  document.body.style.setProperty('caret-color', 'transparent');
  for (const image of document.images) {
    image.loading = 'eager';
    await image.decode();
  }
  window.scrollTo(0, 0);
  // The change is drawn in the first frame, so it is visible in the second.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}

/** Returns the visible difference of two pictures, or null. */
export function differenceOf(expected: Buffer, actual: Buffer): PictureDifference | null {
  if (expected.equals(actual)) return null;
  const [before, after] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  const { width } = before;
  const height = Math.min(before.height, after.height);
  if (width !== after.width || Math.max(before.height, after.height) - height > MAY_GROW) {
    const sizes = [before, after].map((picture) => `${picture.width} × ${picture.height}`);
    return { description: `was ${sizes.join(', is ')} pixels`, drawing: actual };
  }
  const drawing = new PNG({ width, height });
  const pixels = ({ data }: PNG) => data.subarray(0, width * height * 4);
  const differing = pixelmatch(pixels(before), pixels(after), drawing.data, width, height, {
    threshold: COLOUR_THRESHOLD,
    diffColor: [...DIFFERENT],
    diffMask: true,
  });
  if (differing === 0) return null;
  const worst = worstSquare(drawing);
  if (worst.part <= MAY_DIFFER) return null;
  return {
    description: `${Math.round(worst.part * 100)} % differs around ${Math.round(worst.x / SCALE)}, ${Math.round(worst.y / SCALE)}`,
    drawing: PNG.sync.write(drawing),
  };
}

/** Returns the square with the largest fraction of different pixels. */
function worstSquare({ width, height, data }: PNG): { x: number; y: number; part: number } {
  const columns = Math.ceil(width / SQUARE);
  const counts = new Array<number>(columns * Math.ceil(height / SQUARE)).fill(0);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    // In the mask, equal pixels are transparent and antialiased pixels are yellow.
    const start = pixel * 4;
    if (data[start + 3] === 0 || data[start + 1] !== DIFFERENT[1]) continue;
    const column = Math.floor((pixel % width) / SQUARE);
    const square = Math.floor(pixel / width / SQUARE) * columns + column;
    counts[square] = (counts[square] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const square = counts.indexOf(most);
  return {
    x: (square % columns) * SQUARE,
    y: Math.floor(square / columns) * SQUARE,
    part: most / SQUARE ** 2,
  };
}
