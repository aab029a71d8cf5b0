import { provide } from './requirements.js';
import { runBuiltWithDescendants } from './run-built.js';
import { exitWithError } from './run.js';

/**
 * `npm run bench:page`: measures the speed of the built pages against targets. It needs a full Chromium: in the headless
 * shell, a page blocks the main thread for less time than in a visitor's browser.
 */
try {
  Object.assign(process.env, await provide(['fullChromium', 'fonts']));
} catch (error) {
  exitWithError(error);
}
await runBuiltWithDescendants(['backend', 'frontend', 'e2e'], 'e2e/dist/bench-page/main.js');
