import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { exitWithError } from './run.js';

try {
  await installMissing();
  await buildStale(['backend', 'frontend', 'e2e']);
} catch (error) {
  exitWithError(error);
}
