import { fileURLToPath } from 'node:url';

/** The operator's tool, as it is built beside the server. */
export const OPS = fileURLToPath(new URL('./ops/main.js', import.meta.url));
