import { runBuiltWithDescendants } from './run-built.js';

/** `npm run bench:scale`: what several processes on one PostgreSQL hold, beside one on SQLite. */
await runBuiltWithDescendants(
  ['backend', 'frontend', 'bench'],
  'backend/bench/dist/bench/scale/main.js',
);
