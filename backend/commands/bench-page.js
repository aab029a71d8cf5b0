import { provide } from './requirements.js';
import { runBuiltWithDescendants } from './run-built.js';
import { exitWithError } from './run.js';

/**
 * `npm run bench:page`: measures the speed of the built pages against targets. The headless shell blocks only half as long
 * as the browser that visitors have, so this needs a full Chromium.
 */
try {
  Object.assign(process.env, await provide(['fullChromium', 'fonts']));
} catch (error) {
  exitWithError(error);
}
await runBuiltWithDescendants(['backend', 'frontend', 'e2e'], 'e2e/dist/bench-page/main.js');
