import { runBuiltWithDescendants } from './run-built.js';

/**
 * `npm run torture`: kills and damages the built server, sends malformed requests, and compares the database with the
 * acknowledged writes.
 */
await runBuiltWithDescendants(
  ['backend', 'frontend', 'torture'],
  'backend/torture/dist/torture/main.js',
);
