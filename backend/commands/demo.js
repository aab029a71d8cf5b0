import { runBuilt } from './run-built.js';

await runBuilt(['backend', 'frontend', 'e2e'], 'e2e/dist/demo/main.js');
