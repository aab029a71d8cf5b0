import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import util from 'node:util';
import { isStale } from './build.js';
import { isInstalled } from './install.js';
import { exitWithError, ROOT } from './run.js';
import { runBuilt } from './run-built.js';

/** @type {Parameters<typeof runBuilt>[0]} */
const PARTS = ['backend', 'frontend'];

/**
 * Throws if something must be installed or built while a program listens on PORT. A build would remove the files that a
 * server of this clone serves.
 */
async function refuseBesideServer() {
  const file = readEnvFile();
  const PORT = process.env.PORT || file.PORT || '3000';
  const HOST = process.env.HOST || file.HOST || '127.0.0.1';
  if ((isInstalled() && !isStale(PARTS)) || !(await isListening(Number(PORT), HOST))) return;
  throw new Error(
    `PORT ${PORT} is in use: stop the server there before you build this version, or set PORT to another port`,
  );
}

function readEnvFile() {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {};
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
async function isListening(port, host) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false;
  const socket = net.connect({ port, host });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

await refuseBesideServer().catch(exitWithError);
await runBuilt(PARTS, 'backend/dist/main.js');
