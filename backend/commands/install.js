import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { announce, ROOT, run } from './run.js';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 */

/** What is compiled on this machine where no binary can be had: the driver of SQLite. */
const DRIVER = path.join(ROOT, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

const COMPILING = 'Compiling the driver of SQLite';

const NEEDED =
  'No prebuilt one came from github.com. To compile it takes Python 3, make and a C++ compiler (on Debian: apt install ' +
  'python3 make g++), headers from nodejs.org, and a folder whose path has no space. Then run the same command again.';

/** Installs the packages of the lock file, unless exactly those are there. */
export async function installMissing() {
  await unpackMissing();
  await compileDriver();
}

/** Unpacks the packages of the lock file, unless exactly those are there; {@link compileDriver} does the rest. */
export async function unpackMissing() {
  if (isUnpacked()) return;
  announce('Installing packages from package-lock.json (a few minutes the first time) …');
  if (!isWritable(homedir())) keepCachesElsewhere();
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...args, '--loglevel=error'], 'Installing');
}

/** Compiles the driver, which takes a minute or two, unless it is there. No other package needs a script of its own. */
export async function compileDriver() {
  if (existsSync(DRIVER)) return;
  // What node-gyp reads: it compiles on one core otherwise.
  process.env.JOBS ??= 'max';
  await run('npm', ['rebuild', 'sqlite3', '--loglevel=error'], COMPILING).catch(({ message }) => {
    throw new Error(`${message}\n${NEEDED}`);
  });
}

/** npm and node-gyp otherwise fail where nothing can be written at home. */
function keepCachesElsewhere() {
  const folder = path.join(tmpdir(), `pyramidion-caches-${userInfo().uid}`);
  process.env.npm_config_cache = path.join(folder, 'npm');
  process.env.XDG_CACHE_HOME = folder;
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether exactly the packages of the lock file are there, ready to be run. */
export function isInstalled() {
  return isUnpacked() && existsSync(DRIVER);
}

function isUnpacked() {
  const installedLock = path.join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const wanted = packagesOf(path.join(ROOT, 'package-lock.json'));
  const installed = packagesOf(installedLock);
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || optional === true || installed[place]?.version === version,
  );
}

/**
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>} by place below the folder
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
