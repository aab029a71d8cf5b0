import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { isStale } from './backend/commands/build.js';
import { chromiumOptions } from './e2e/support/browser/chromium.js';

const MAX_WORKERS = 4;

const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined;
if (!isWorker && isStale(['backend', 'frontend', 'e2e'])) {
  throw new Error('The sources have changed since they were built. Run npm run build.');
}

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'e2e/dist/evidence',
  snapshotPathTemplate: 'e2e/screenshots/{arg}{ext}',
  updateSnapshots: process.env['UPDATE_SCREENSHOTS'] === '1' ? 'all' : 'none',
  // Leaves a core for Jest, which `npm test` runs at the same time.
  workers: Math.min(Math.max(availableParallelism() - 1, 1), MAX_WORKERS),
  // Tracing slows a test, so only the second run of a failed test is traced.
  retries: 1,
  failOnFlakyTests: true,
  // Only a test that hangs should reach this limit.
  timeout: 120_000,
  // Neither should these.
  expect: {
    timeout: 60_000,
    toPass: { timeout: 60_000, intervals: [100] },
    toHaveScreenshot: { maxDiffPixelRatio: 0.005 },
  },
  use: {
    // By default, a navigation has only the limit of its test.
    navigationTimeout: 30_000,
    launchOptions: chromiumOptions(),
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
