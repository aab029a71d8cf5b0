import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { provide } from '../../../commands/requirements.js';

/** Debian's user nobody: PostgreSQL does not run as root. */
const NOBODY = 65_534;

const PATIENCE_MS = 30_000;

/** A file system in memory, in which the many files of a database are created fast. */
const MEMORY = '/dev/shm';

/** Memory, in bytes, that the databases of concurrent test files and PostgreSQL's write-ahead log need. */
const NEEDED_MEMORY = 2 ** 30;

/**
 * A private PostgreSQL server with its Unix socket in its own folder.
 *
 * @typedef {object} Cluster
 * @property {string} folder of the socket
 * @property {(name: string) => string} url of a database
 * @property {() => Promise<void>} start again
 * @property {(signal: NodeJS.Signals) => Promise<void>} stop by a signal; the data stay
 * @property {() => Promise<void>} remove the server and its data
 */

/**
 * @param {{ durable?: boolean }} [options] durable: with fsync, and in the temporary folder instead of MEMORY; slower
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ durable = false } = {}) {
  const { POSTGRES_BIN: programs = '' } = await provide(['postgres']);
  const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const parent = durable || !hasMemory() ? tmpdir() : MEMORY;
  const folder = mkdtempSync(path.join(parent, 'pyramidion-postgres-'));
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const initdb = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);

  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync: durable ? 'on' : 'off',
    max_wal_size: '256MB',
    log_min_messages: 'panic',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  /** @param {string} name */
  const url = (name) => `postgres://postgres@localhost/${name}?host=${folder}`;
  const launch = async () => {
    const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...args], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    });
    appointHeir(server, folder);
    await waitUntilReady(url('postgres'), server);
    return server;
  };
  let server = await launch();
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal) => {
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
  };
  return {
    folder,
    url,
    async start() {
      server = await launch();
    },
    stop,
    async remove() {
      if (server.exitCode === null && server.signalCode === null) await stop('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function hasMemory() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED_MEMORY;
  } catch {
    return false;
  }
}

/**
 * Starts a shell that stops the server and removes its folder when this process dies.
 *
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} folder
 */
function appointHeir(server, folder) {
  const will = 'read -r _; kill -QUIT "$0" && sleep 1; rm -rf "$1"';
  const heir = spawn('sh', ['-c', will, String(server.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without this, the heir of a server that has exited would keep this process alive.
  server.once('exit', () => heir.kill('SIGKILL'));
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} server
 */
async function waitUntilReady(url, server) {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline && server.exitCode === null) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await sleep(50);
    }
  }
  throw new Error(`PostgreSQL did not start: ${url}`);
}
