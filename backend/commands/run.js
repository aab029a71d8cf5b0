import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

requireNode();

/** The folder that holds package.json. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program to its end, beside others; its output is kept, and not mixed with theirs.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ good: boolean, output: string }>} whether it succeeded, and what it printed
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
 * Runs a program that a command needs first to its end, its output shown on stderr.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} purpose what the program was to do, for the message when it fails
 * @throws {Error} when it fails
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

/** What tells a command to end. */
const END_SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM']);

/**
 * Starts a program beside this process; when one of them ends, so does the other.
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
 * Runs a program to its end, in a process group of its own: whatever it has started and left ends with it, and a signal
 * to this process ends all of them.
 *
 * @param {readonly string[]} args of node
 * @returns {Promise<number>} its exit status; 1 when it was ended by a signal
 */
export async function runWithDescendants(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', detached: true });
  /** @param {NodeJS.Signals} signal */
  const signalGroup = (signal) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Nobody is left in it.
    }
  };
  for (const signal of END_SIGNALS) process.on(signal, signalGroup);
  const [code] = await once(child, 'exit');
  signalGroup('SIGKILL');
  return code ?? 1;
}

/**
 * Path of a package's program, to be run by node without npm in between.
 *
 * @param {string} file below node_modules
 */
export function packageFile(file) {
  return path.join(ROOT, 'node_modules', file);
}

/**
 * What a command says of itself, apart from what the programs it runs print.
 *
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * What a command does before it does what it was asked for. It is on stderr: stdout may go into a file.
 *
 * @param {string} text
 */
export function announce(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Ends a command that cannot go on, with one line.
 *
 * @param {unknown} error
 */
export function giveUp(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Ends a command under a Node.js in which nothing here would run. It must be the first to run. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  giveUp(`Pyramidion needs Node.js 20.19 or newer, and this is ${process.versions.node}`);
}
