import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { announce, ROOT, run } from './run.js';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 */

/** Installs the packages of the lock file, unless exactly those are there. */
export function installMissing() {
  if (isInstalled()) return;
  announce('Installing packages from package-lock.json (a few minutes the first time) …');
  run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], 'Installing');
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
