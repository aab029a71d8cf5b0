import { runBuilt } from './run-built.js';

/** `npm run ops -- <command>`: the operator's tool. */
await runBuilt(['backend'], 'backend/dist/ops/main.js');
