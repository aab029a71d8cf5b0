import { provide } from './requirements.js';
import { runBuiltWithDescendants } from './run-built.js';
import { exitWithError } from './run.js';

/** The benchmark needs a full Chromium, because pages block the main thread for less time in the headless shell. */
try {
  Object.assign(process.env, await provide(['fullChromium', 'fonts']));
} catch (error) {
  exitWithError(error);
}
await runBuiltWithDescendants(['backend', 'frontend', 'e2e'], 'e2e/dist/bench-page/main.js');
