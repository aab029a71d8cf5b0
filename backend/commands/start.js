import { runBuilt } from './run-built.js';

/** `npm start`: from a fresh clone to a running product. */
await runBuilt(['backend', 'frontend'], 'backend/dist/main.js');
