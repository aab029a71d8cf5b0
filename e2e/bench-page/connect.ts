import type { Browser } from 'playwright-core';
import { connectButton, hydrated } from '../support/browser/steps.js';
import { bringVisitor } from '../support/browser/visitor.js';
import { median, type Measurement } from './measurement.js';

const CPU_SLOWDOWN = 4;

declare global {
  interface Window {
    /** In ms since the page was opened. */
    tappedAt?: number;
    /** In ms since the page was opened. */
    askedAt?: number;
  }
}

/** Measures the time from the first tap on Connect, after hydration, to the prompt of Phantom. */
export async function measureConnect(
  browser: Browser,
  origin: string,
  runs: number,
): Promise<readonly Measurement[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await tapToPrompt(browser, origin));
  return [
    {
      name: `/ tap on Connect to Phantom’s prompt, ${CPU_SLOWDOWN}× slower`,
      value: median(times),
      unit: 'ms',
      target: { atMost: 200 },
    },
  ];
}

async function tapToPrompt(browser: Browser, origin: string): Promise<number> {
  const { page, context } = await bringVisitor(browser, origin, {
    device: 'android',
    motion: true,
  });
  try {
    await page.goto('/');
    await hydrated(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(timePrompt);
    await connectButton(page).tap();
    await page.waitForFunction(() => window.askedAt !== undefined);
    return await page.evaluate(() => (window.askedAt ?? NaN) - (window.tappedAt ?? NaN));
  } finally {
    await context.close();
  }
}

/** Runs in the page: records the times of the first click and of the prompt, which stays open. */
function timePrompt(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      window.tappedAt = timeStamp;
    },
    { capture: true, once: true },
  );
  if (!window.phantomControl) throw new Error('There is no Phantom in this browser');
  window.phantomControl.decide = () => {
    window.askedAt = performance.now();
    return new Promise(() => undefined);
  };
}
