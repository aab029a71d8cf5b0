import { findChromium } from './chromium.js';
import { runBuilt } from './run-built.js';
import { giveUp } from './run.js';

/** `npm run bench:page`: how fast the built pages are, against targets. */
try {
  process.env.CHROMIUM_PATH = findChromium();
} catch (error) {
  giveUp(error);
}
await runBuilt(['backend', 'frontend', 'e2e'], 'e2e/dist/bench-page/main.js');
