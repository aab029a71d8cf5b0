import { throttling } from 'lighthouse/core/config/constants.js';
import type { Browser } from 'playwright-core';
import { median, type Measurement } from './measurement.js';
import type { Baseline } from './baseline.js';

/** The phone that Lighthouse emulates. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const NETWORK = throttling.mobileSlow4G;

const BYTES_PER_KILOBIT = 1024 / 8;

/**
 * Measures the largest contentful paint of a page, relative to the same page without scripts, on a slow phone and
 * network.
 */
export async function measureLargestPaint(
  browser: Browser,
  origin: string,
  baseline: Baseline,
  path: string,
  runs: number,
): Promise<readonly Measurement[]> {
  const times: number[] = [];
  const baselineTimes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await largestPaintMs(browser, `${origin}${path}`));
    baselineTimes.push(await largestPaintMs(browser, `${baseline.origin}${path}`));
  }
  const [time, baselineTime] = [median(times), median(baselineTimes)];
  const duration = `${time.toFixed(0)} ms to ${baselineTime.toFixed(0)} ms`;
  return [
    {
      name: `${path} largest paint to that without scripts (${duration})`,
      value: time / baselineTime,
      unit: '×',
      target: { atMost: 1.05 },
    },
  ];
}

async function largestPaintMs(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: NETWORK.requestLatencyMs,
      downloadThroughput: NETWORK.downloadThroughputKbps * BYTES_PER_KILOBIT,
      uploadThroughput: NETWORK.uploadThroughputKbps * BYTES_PER_KILOBIT,
    });
    await session.send('Emulation.setCPUThrottlingRate', {
      rate: NETWORK.cpuSlowdownMultiplier,
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(lastLargestPaint);
  } finally {
    await context.close();
  }
}

function lastLargestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });
}
