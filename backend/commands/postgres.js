import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { installDebianPackage } from './debian.js';

/** Where Debian keeps the programs of PostgreSQL, a folder a version. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/**
 * A PostgreSQL for the tests, which start one of their own; Debian's is installed when there is none and root may do so.
 *
 * @returns {string} the folder of its programs
 * @throws {Error} when there is none and none can be installed
 */
export function findPostgres() {
  const found = installedPostgres();
  if (found) return found;
  installDebianPackage('postgresql');
  const installed = installedPostgres();
  if (installed) return installed;
  throw new Error(
    'The tests need PostgreSQL: install it, or set POSTGRES_BIN to the folder with its programs initdb and postgres',
  );
}

function installedPostgres() {
  const { POSTGRES_BIN, PATH = '' } = process.env;
  const folders = [POSTGRES_BIN, ...PATH.split(path.delimiter), ...debianFolders()];
  return folders.find(
    (folder) =>
      folder &&
      existsSync(path.join(folder, 'initdb')) &&
      existsSync(path.join(folder, 'postgres')),
  );
}

/** The newest first. */
function debianFolders() {
  if (!existsSync(DEBIAN_FOLDER)) return [];
  return readdirSync(DEBIAN_FOLDER)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(DEBIAN_FOLDER, version, 'bin'));
}
