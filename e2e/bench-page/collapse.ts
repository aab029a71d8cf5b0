import type { Browser } from 'playwright-core';
import { betButton, hydrated } from '../support/browser/steps.js';
import { bringVisitor } from '../support/browser/visitor.js';
import { median, type Measurement } from './measurement.js';

const CPU_SLOWDOWN = 4;

const FRAMES_A_SECOND = 60;

interface Drawn {
  readonly frames: number;
  readonly seconds: number;
}

/** Measures how many frames a slow phone draws per second of a collapse. */
export async function measureCollapse(
  browser: Browser,
  origin: string,
  runs: number,
): Promise<readonly Measurement[]> {
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
    const bet = betButton(page);
    await page.locator('#collapse').scrollIntoViewIfNeeded();
    await bet.waitFor();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const drawn = page.evaluate(countFrames);
    await bet.tap();
    return await drawn;
  } finally {
    await context.close();
  }
}

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
