import { runBuilt } from './run-built.js';

/** `npm run demo`: runs the product on a local chain with a demo wallet. */
await runBuilt(['backend', 'frontend', 'e2e'], 'e2e/dist/demo/main.js');
