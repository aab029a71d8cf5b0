import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { giveUp } from './run.js';

/** `npm start`: from a fresh clone to a running product. */
try {
  installMissing();
  buildStale(['backend', 'frontend']);
} catch (error) {
  giveUp(error);
}
await import(new URL('../dist/main.js', import.meta.url).href);
