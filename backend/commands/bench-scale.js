import { runBuiltWithDescendants } from './run-built.js';

/** `npm run bench:scale`: compares one and several processes on PostgreSQL with one on SQLite. */
await runBuiltWithDescendants(
  ['backend', 'frontend', 'bench'],
  'backend/bench/dist/bench/scale/main.js',
);
