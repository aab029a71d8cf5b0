import { runBuilt } from './run-built.js';

/** `npm run bench:scale`: what several processes on one PostgreSQL hold, beside one on SQLite. */
await runBuilt(['backend', 'frontend', 'bench'], 'backend/bench/dist/bench/scale/main.js');
