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

/** SQLite's driver, compiled here if there is no prebuilt binary. */
const DRIVER = path.join(ROOT, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

const COMPILING = 'Compiling the driver of SQLite';

const NEEDED =
  'No prebuilt driver could be downloaded from github.com. Compiling it needs Python 3, make and a C++ compiler (on ' +
  'Debian: apt install python3 make g++) and headers from nodejs.org. Then run the same command again.';

/** Installs the packages of the lock file, unless they are installed already. */
export async function installMissing() {
  await unpackMissing();
  await compileDriver();
}

/** Unpacks the packages of the lock file without their scripts; {@link compileDriver} follows. */
export async function unpackMissing() {
  rejectSpace();
  if (isUnpacked()) return;
  announce('Installing packages from package-lock.json (a few minutes the first time) …');
  if (!isWritable(homedir())) keepCachesElsewhere();
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...args, '--loglevel=error'], 'Installing');
}

/**
 * Throws if the driver must be compiled and the repository's path has a space. Such a path makes node-gyp fail, but only
 * at its end.
 */
function rejectSpace() {
  if (existsSync(DRIVER) || !/\s/.test(ROOT)) return;
  throw new Error(
    `The path of ${ROOT} has a space, so SQLite's driver cannot be compiled in it. Move the folder to a path without one.`,
  );
}

/**
 * Compiles SQLite's driver if it is missing, which takes a minute or two. No other package needs its install script.
 */
export async function compileDriver() {
  if (existsSync(DRIVER)) return;
  // Makes node-gyp compile on all cores.
  process.env.JOBS ??= 'max';
  await run('npm', ['rebuild', 'sqlite3', '--loglevel=error'], COMPILING).catch(({ message }) => {
    throw new Error(`${message}\n${NEEDED}`);
  });
}

/** Moves the caches of npm and node-gyp to another folder if the home folder is not writable. */
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

/** True if exactly the packages of the lock file are installed and the driver is compiled. */
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
 * @returns {Record<string, LockedPackage>} packages by their path in the folder
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
