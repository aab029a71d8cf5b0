import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { giveUp } from './run.js';

/** `npm run demo`: the product on a local chain, with a wallet of its own. */
try {
  installMissing();
  buildStale(['backend', 'frontend', 'e2e']);
} catch (error) {
  giveUp(error);
}
await import(new URL('../../e2e/dist/demo/main.js', import.meta.url).href);
