import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SHELL_WATCH_MS = 250;

const LOCK_WATCH_MS = 250;

/** Longer than an installation and a build on a slow machine. */
const LOCK_WAIT_MS = 15 * 60_000;

requireNode();
endWithShell();

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Contains the ID of the process that is installing or building. */
const LOCK = path.join(ROOT, '.pyramidion.lock');

/** Exists while a process reads and replaces the lock. An old one was left by a killed process. */
const GUARD = `${LOCK}.guard`;

const GUARD_MS = 10_000;

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ good: boolean, output: string }>}
 */
export async function outcomeOf(program, args) {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => chunks.push(chunk));
  }
  const [status] = await once(child, 'close');
  return { good: status === 0, output: Buffer.concat(chunks).toString() };
}

/**
 * Runs a program to its end, with its output on stderr.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} purpose first words of the error message, such as `Installing`
 * @throws {Error} if the program fails
 */
export async function run(program, args, purpose) {
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  const [status] = await once(child, 'close');
  if (status !== 0) {
    throw new Error(`${purpose} failed: ${[program, ...args].join(' ')}`);
  }
}

/** @param {string} folder that exists */
export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Throws if one of these folders exists and this user cannot write to it.
 *
 * @param {readonly string[]} folders
 */
export function rejectUnwritable(folders) {
  const folder = folders.find((each) => existsSync(each) && !isWritable(each));
  if (folder === undefined) return;
  throw new Error(
    `This user cannot write to ${folder}. Run the command as the owner of ${ROOT}, make this user its owner (chown -R), or make its disk writable.`,
  );
}

let holders = 0;

/** @type {Promise<void> | null} */
let locking = null;

/**
 * Runs `work`, which changes packages or builds, once no other command in this clone is changing them.
 *
 * @param {() => Promise<void>} work
 * @throws {Error} if another command takes too long
 */
export async function alone(work) {
  holders += 1;
  try {
    locking ??= lock();
    await locking;
    await work();
  } finally {
    holders -= 1;
    if (holders === 0) unlock();
  }
}

async function lock() {
  rejectUnwritable([ROOT]);
  const latest = performance.now() + LOCK_WAIT_MS;
  let known = 0;
  while (!takeLock()) {
    const owner = lockOwner();
    if (performance.now() > latest) {
      throw new Error(
        `This command has waited for process ${owner} for 15 minutes. End that process, or delete ${LOCK} if it does not install or build.`,
      );
    }
    if (owner !== known && isRunning(owner)) {
      announce(`Waiting for process ${owner}, which installs or builds (if not, delete ${LOCK}) …`);
      known = owner;
    }
    await sleep(LOCK_WATCH_MS);
  }
  process.on('exit', unlock);
}

function unlock() {
  locking = null;
  process.off('exit', unlock);
  if (lockOwner() === process.pid) rmSync(LOCK, { force: true });
}

/** Tries to take the lock, unless a running process has it. Returns true if this process has it now. */
function takeLock() {
  try {
    // Without the guard, two processes could take a killed process's lock.
    writeFileSync(GUARD, '', { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const { mtimeMs } = statSync(GUARD, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > GUARD_MS) rmSync(GUARD, { force: true });
    return false;
  }
  try {
    if (isRunning(lockOwner())) return false;
    writeFileSync(LOCK, String(process.pid));
    return true;
  } finally {
    rmSync(GUARD, { force: true });
  }
}

/** Returns 0 if there is no lock, or an empty one, which a killed process can leave. */
function lockOwner() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return 0;
  }
}

/**
 * @param {number} pid 0 counts as not running, and so does this process: in a new container, a killed process may have
 *   had the same ID
 */
function isRunning(pid) {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : null;
}

const END_SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/**
 * Starts a Node.js program. When it ends, this process exits; when this process exits, the program gets SIGTERM.
 *
 * @param {readonly string[]} args of node
 * @param {NodeJS.ProcessEnv} [env] in addition to this process's own
 */
export function startNode(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.on('exit', (code) => process.exit(code ?? 1));
  process.on('exit', () => child.kill());
  for (const signal of END_SIGNALS) process.on(signal, () => process.exit(1));
}

/**
 * Runs a Node.js program in its own process group. When the program ends, its descendants in the group are killed.
 *
 * @param {readonly string[]} args of node
 * @param {number | 'inherit'} [output] file descriptor for its output
 * @returns {Promise<number>} the exit status; 1 if a signal ended the program
 */
export async function runWithDescendants(args, output = 'inherit') {
  const stdio = /** @type {const} */ (['inherit', output, output]);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: [...stdio], detached: true });
  /** @param {NodeJS.Signals} signal */
  const signalGroup = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // No process of the group is left.
    }
  };
  for (const signal of END_SIGNALS) process.on(signal, signalGroup);
  process.on('exit', () => signalGroup('SIGKILL'));
  const [code] = await once(child, 'exit');
  signalGroup('SIGKILL');
  return code ?? 1;
}

/** @param {string} file in node_modules */
export function packageFile(file) {
  return path.join(ROOT, 'node_modules', file);
}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Prints a line to stderr, because stdout may go to a file.
 *
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`${text}\n`);
}

/** @param {unknown} error */
export function exitWithError(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  exitWithError(`Pyramidion needs Node.js 20.19 or newer, and this is ${process.versions.node}`);
}

/**
 * Ends this process when npm's shell ends: npm sends SIGTERM only to that shell, and Debian's shell does not pass it on.
 * Scripts with `exec` would not run on Windows.
 */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, SHELL_WATCH_MS);
  watch.unref();
}
