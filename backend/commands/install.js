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

/** Installs the packages of the lock file, unless exactly those are there. */
export async function installMissing() {
  if (isInstalled()) return;
  announce('Installing packages from package-lock.json (a few minutes the first time) …');
  if (!isWritable(homedir())) keepCachesElsewhere();
  // What node-gyp reads: it compiles the SQLite driver on one core otherwise.
  process.env.JOBS ??= 'max';
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', args, 'Installing');
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

/** Whether exactly the packages of the lock file are there. */
export function isInstalled() {
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
