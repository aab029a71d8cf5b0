import { availableParallelism, loadavg } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { chromiumProgram, launchChromium } from '../support/browser/chromium.js';
import { startProduct } from '../support/product/product.js';
import { startBaseline } from './baseline.js';
import { measureCollapse } from './collapse.js';
import { measureConnect } from './connect.js';
import { isMet, type Measurement } from './measurement.js';
import { measureLargestPaint } from './largest-paint.js';
import { lineOf } from './report.js';
import { measureScores } from './scores.js';
import { measurePage, measureScripts } from './weight.js';

/** The last path is the pyramid of a wallet without recruits. */
const PATHS = [
  '/',
  '/about',
  '/how-to-participate',
  '/dashboard',
  '/pyramid/11111111111111111111111111111112',
];
const PARTS = ['weight', 'connect', 'collapse', 'scores', 'paint'] as const;

interface Options {
  readonly runs: number;
  readonly only: readonly (typeof PARTS)[number][];
  readonly pages: readonly string[];
}

function readOptions(): Options {
  return new Command('npm run bench:page --')
    .description(
      'Measures how fast the built pages are, and fails when a measurement misses its target.',
    )
    .addOption(
      new Option('--runs <count>', 'number of loads of each page; the median counts')
        .default(5)
        .argParser(parseRuns),
    )
    .addOption(
      new Option('--only <parts...>', 'what to measure').choices(PARTS).default([...PARTS]),
    )
    .addOption(new Option('--pages <paths...>', 'pages to measure').choices(PATHS).default(PATHS))
    .parse()
    .opts<Options>();
}

function parseRuns(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw new InvalidArgumentError('It must be 1 or more.');
  return runs;
}

async function* measure({ runs, only, pages }: Options): AsyncGenerator<readonly Measurement[]> {
  const product = await startProduct();
  const { origin } = product;
  const baseline = await startBaseline(origin);
  const browser = await launchChromium();
  process.stdout.write(`Browser: ${chromiumProgram()}, Chromium ${browser.version()}\n`);
  try {
    if (only.includes('weight')) {
      for (const path of pages) yield measurePage(browser, origin, path);
      yield measureScripts(browser, origin);
    }
    if (only.includes('connect')) yield measureConnect(browser, origin, runs);
    if (only.includes('collapse')) yield measureCollapse(browser, origin, runs);
    for (const path of pages) {
      if (only.includes('scores')) yield measureScores(origin, path, runs);
      if (only.includes('paint')) {
        yield measureLargestPaint(browser, origin, baseline, path, runs);
      }
    }
  } finally {
    await browser.close();
    await baseline.stop();
    await product.stop();
  }
}

function warnOfBusyMachine(): void {
  const [running = 0] = loadavg();
  if (running < availableParallelism() / 2) return;
  process.stdout.write(
    `This machine is busy (load ${running.toFixed(1)}): rely on bytes and ratios, not on times.\n`,
  );
}

async function main(): Promise<void> {
  warnOfBusyMachine();
  let missed = 0;
  for await (const measurements of measure(readOptions())) {
    for (const measurement of measurements) process.stdout.write(`${lineOf(measurement)}\n`);
    missed += measurements.filter((measurement) => !isMet(measurement)).length;
  }
  process.stdout.write(missed === 0 ? 'Every target is met.\n' : `${missed} missed.\n`);
  process.exitCode = missed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
