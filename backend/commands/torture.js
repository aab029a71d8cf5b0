import { runBuiltWithDescendants } from './run-built.js';

/**
 * `npm run torture`: runs the scenarios of docs/faults.md against the built server.
 */
await runBuiltWithDescendants(
  ['backend', 'frontend', 'torture'],
  'backend/torture/dist/torture/main.js',
);
