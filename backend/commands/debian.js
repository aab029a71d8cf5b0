import { existsSync } from 'node:fs';
import { announce, succeeds } from './run.js';

/**
 * Installs a package of Debian's, where there is one to be had and root may do so.
 *
 * @param {string} name
 */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  announce(`Installing ${name} with apt-get …`);
  succeeds('apt-get', ['update', '-qq']);
  succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    DEBIAN_FRONTEND: 'noninteractive',
  });
}
