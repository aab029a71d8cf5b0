import type { Browser } from 'playwright-core';
import { hydrated } from '../support/browser/steps.js';
import { bringVisitor } from '../support/browser/visitor.js';
import { median, type Figure } from './figure.js';

/** How many times slower than this machine the visitor's phone computes. */
const CPU_SLOWDOWN = 4;

/** What a collapse is to be drawn at. */
const FRAMES_A_SECOND = 60;

/** Frames that a phone drew from the founding of a pyramid to its last stone, and the time that took. */
interface Drawn {
  readonly frames: number;
  readonly seconds: number;
}

/** How many of the frames that a collapse is to have a slow phone draws of it. */
export async function measureCollapse(
  browser: Browser,
  origin: string,
  runs: number,
): Promise<readonly Figure[]> {
  const rates: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { frames, seconds } = await play(browser, origin);
    rates.push(frames / seconds);
  }
  return [
    {
      name: `/ frames a second of a collapse, ${CPU_SLOWDOWN}× slower`,
      value: median(rates),
      unit: '',
      target: { atLeast: 0.95 * FRAMES_A_SECOND },
    },
  ];
}

async function play(browser: Browser, origin: string): Promise<Drawn> {
  const { page, context } = await bringVisitor(browser, origin, {
    device: 'android',
    motion: true,
  });
  try {
    await page.goto('/');
    await hydrated(page);
    const found = page.getByRole('button', { name: 'Found the Pyramid' });
    await page.locator('#collapse').scrollIntoViewIfNeeded();
    await found.waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const drawn = page.evaluate(countFrames);
    await found.tap();
    return await drawn;
  } finally {
    await context.close();
  }
}

/** Runs in the page: counts the frames from when there is a pyramid to skip until it lies there. */
async function countFrames(): Promise<Drawn> {
  const isPlaying = () =>
    Array.from(document.querySelectorAll('button')).some(
      ({ textContent }) => textContent === 'Skip to the End',
    );
  const nextFrame = () => new Promise<number>(requestAnimationFrame);
  let began = await nextFrame();
  while (!isPlaying()) began = await nextFrame();
  let [frames, now] = [0, began];
  while (isPlaying()) {
    now = await nextFrame();
    frames += 1;
  }
  return { frames, seconds: (now - began) / 1000 };
}
