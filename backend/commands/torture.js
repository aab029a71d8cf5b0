import { runBuiltWithDescendants } from './run-built.js';

/** `npm run torture`: kills, damage and malformed requests against the built server, and what it keeps. */
await runBuiltWithDescendants(
  ['backend', 'frontend', 'torture'],
  'backend/torture/dist/torture/main.js',
);
