import { runBuilt } from './run-built.js';

await runBuilt(['backend'], 'backend/dist/ops/main.js');
