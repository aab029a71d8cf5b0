import { refuseBesideServer } from './refuse-beside-server.js';
import { giveUp } from './run.js';
import { runBuilt } from './run-built.js';

/** @type {Parameters<typeof runBuilt>[0]} */
const PARTS = ['backend', 'frontend'];

/** `npm start`: from a fresh clone to a running product. */
await refuseBesideServer(PARTS).catch(giveUp);
await runBuilt(PARTS, 'backend/dist/main.js');
