import { join } from 'node:path';
import { rootFolder } from './build.js';

/** Path of the operator's tool, which is built together with the server. */
export const OPS = join(rootFolder(), 'backend/dist/ops/main.js');
