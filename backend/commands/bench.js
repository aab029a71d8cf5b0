import { runBuiltWithDescendants } from './run-built.js';

/** `npm run bench`: measures the product, and compares it with a yardstick. */
await runBuiltWithDescendants(['backend', 'frontend', 'bench'], 'backend/bench/dist/bench/main.js');
