import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { start } from './start.js';

const frontendFolder = fileURLToPath(new URL('../../frontend/dist', import.meta.url));

await start(frontendFolder);
