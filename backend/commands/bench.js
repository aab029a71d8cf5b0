import { runBuiltWithDescendants } from './run-built.js';

/** `npm run bench`: figures as ratios against a yardstick of the same run. */
await runBuiltWithDescendants(['backend', 'frontend', 'bench'], 'backend/bench/dist/bench/main.js');
