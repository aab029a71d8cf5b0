import { runBuiltWithDescendants } from './run-built.js';

await runBuiltWithDescendants(
  ['backend', 'frontend', 'torture'],
  'backend/torture/dist/torture/main.js',
);
