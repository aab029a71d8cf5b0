import { median } from './figure.js';
import type { Figure } from './figure.js';
import type { Floor } from './floor.js';
import { inspect } from './lighthouse.js';

/** How much later than without scripts a page shows the largest thing on it, its load slowed down for real. */
export async function measureLargestPaint(
  origin: string,
  floor: Floor,
  path: string,
  runs: number,
): Promise<readonly Figure[]> {
  const times: number[] = [];
  const floorTimes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    times.push(await largestPaint(`${origin}${path}`));
    floorTimes.push(await largestPaint(`${floor.origin}${path}`));
  }
  const [time, floorTime] = [median(times), median(floorTimes)];
  const figures = `${time.toFixed(0)} ms to ${floorTime.toFixed(0)} ms`;
  return [
    {
      name: `${path} largest paint to that without scripts (${figures})`,
      value: time / floorTime,
      unit: '×',
      target: { atMost: 1.1 },
    },
  ];
}

async function largestPaint(url: string): Promise<number> {
  const { metric } = await inspect(url, 'devtools', ['performance']);
  return metric('largest-contentful-paint');
}
