import { join } from 'node:path';
import { rootFolder } from './build.js';

/** The operator's tool, as it is built beside the server. */
export const OPS = join(rootFolder(), 'backend/dist/ops/main.js');
