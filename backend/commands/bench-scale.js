import { runBuiltWithDescendants } from './run-built.js';

await runBuiltWithDescendants(
  ['backend', 'frontend', 'bench'],
  'backend/bench/dist/bench/scale/main.js',
);
