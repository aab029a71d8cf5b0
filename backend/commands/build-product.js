import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { exitWithError } from './run.js';

/** `npm run build`: builds the product and the helpers of its end-to-end tests, if they have changed. */
try {
  await installMissing();
  await buildStale(['backend', 'frontend', 'e2e']);
} catch (error) {
  exitWithError(error);
}
