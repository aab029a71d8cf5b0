import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { exitWithError } from './run.js';

/** `npm run build`: builds what is missing or outdated of the product and of the helpers of its end-to-end tests. */
try {
  await installMissing();
  await buildStale(['backend', 'frontend', 'e2e']);
} catch (error) {
  exitWithError(error);
}
