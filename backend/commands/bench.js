import { runBuiltWithDescendants } from './run-built.js';

/** `npm run bench`: measures the product relative to a yardstick. */
await runBuiltWithDescendants(['backend', 'frontend', 'bench'], 'backend/bench/dist/bench/main.js');
