import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { isStale } from './build.js';
import { isInstalled } from './install.js';
import { ROOT } from './run.js';

/**
 * Makes sure that nothing is installed or built under a server that serves it: whoever has a page open would ask for
 * files that are gone.
 *
 * @param {Parameters<typeof isStale>[0]} parts what the server serves
 * @throws {Error} when something would be, and a server is there
 */
export async function refuseBesideServer(parts) {
  const { PORT = '3000', HOST = '127.0.0.1' } = { ...readEnvFile(), ...process.env };
  if ((isInstalled() && !isStale(parts)) || !(await isListening(Number(PORT), HOST))) return;
  throw new Error(
    `PORT ${PORT} is in use: stop what listens there before this version is built, or set PORT to another one`,
  );
}

function readEnvFile() {
  const file = path.join(ROOT, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
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
