import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { announce, isWritable, rejectUnwritable, ROOT, run } from './run.js';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {readonly string[]} [os] of a package with a binary: platforms that it runs on
 * @property {readonly string[]} [cpu] processors that it runs on
 */

const DRIVER = path.join(ROOT, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

const COMPILING = 'Compiling the driver of SQLite';

const NEEDED =
  'No prebuilt driver could be downloaded from github.com. Compiling it needs Python 3, make and a C++ compiler (on ' +
  'Debian: apt install python3 make g++) and headers of Node.js, from its own include folder or from nodejs.org. ' +
  'Behind a proxy: npm config set https-proxy http://HOST:PORT. Then run the same command again.';

/** Options that override npm settings which would leave packages out of node_modules, or make npm fail. */
const DESPITE_SETTINGS = [
  ...['dev', 'optional', 'peer'].map((kind) => `--include=${kind}`),
  ...['dry-run', 'engine-strict', 'global'].map((name) => `--${name}=false`),
  '--package-lock=true',
  '--install-strategy=hoisted',
  `--os=${process.platform}`,
  `--cpu=${process.arch}`,
];

/** Unpacks the packages of the lock file, and downloads or compiles SQLite's driver, if they are missing. */
export async function installMissing() {
  await unpackMissing();
  await compileDriver();
}

/** Unpacks the packages of the lock file without running their scripts. Call {@link compileDriver} afterwards. */
export async function unpackMissing() {
  rejectSpace();
  if (isUnpacked()) return;
  rejectUnwritable([ROOT, path.join(ROOT, 'node_modules')]);
  announce('Installing packages from package-lock.json (a few minutes the first time) …');
  const cache = path.join(homedir(), '.npm');
  if (!isWritable(existsSync(cache) ? cache : homedir())) keepCachesElsewhere();
  const args = ['ci', ...DESPITE_SETTINGS, '--ignore-scripts', '--no-audit', '--no-fund'];
  await runNpm(args, 'Installing');
  const [missing] = missingPackages();
  if (missing === undefined) return;
  throw new Error(
    `npm did not install ${missing}. Remove the setting that leaves it out, such as omit or libc: npm config list shows all.`,
  );
}

/**
 * @param {readonly string[]} args
 * @param {string} purpose first words of the error message, such as `Installing`
 */
async function runNpm(args, purpose) {
  // Windows has npm only as a shell script, so Node.js runs npm's own script, whose path `npm run` sets.
  const { npm_execpath: npm = '' } = process.env;
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  await run(program, [...first, ...args, '--loglevel=error'], purpose);
}

/**
 * Throws if the driver is missing and the repository's path has a space. Compiling the driver in such a path fails, but
 * only at the end.
 */
function rejectSpace() {
  if (existsSync(DRIVER) || !/\s/.test(ROOT)) return;
  throw new Error(
    `The path of ${ROOT} has a space, so SQLite's driver cannot be compiled in it. Move the folder to a path without one.`,
  );
}

/**
 * Downloads SQLite's driver if it is missing, or compiles it, which takes a minute or two. No other package needs its
 * install script.
 */
export async function compileDriver() {
  if (existsSync(DRIVER)) return;
  rejectUnwritable([path.join(ROOT, 'node_modules/sqlite3')]);
  // Makes node-gyp compile on all cores.
  process.env.JOBS ??= 'max';
  announce("Downloading SQLite's driver, or compiling it (a minute or two) …");
  const headers = headersOfNode();
  if (headers !== null) process.env.npm_config_nodedir ??= headers;
  const args = [
    'rebuild',
    'sqlite3',
    '--ignore-scripts=false',
    '--dry-run=false',
    '--global=false',
  ];
  await runNpm(args, COMPILING).catch(({ message }) => {
    throw new Error(`${message}\n${NEEDED}`);
  });
  if (loadsDriver()) return;
  throw new Error(
    'npm rebuild sqlite3 succeeded, but there is no driver that this Node.js can load. Remove settings of npm that prevent this, such as allow-scripts, runtime, target or arch: npm config list shows all. Then delete node_modules, and run the same command again.',
  );
}

/**
 * Returns the folder of Node's own headers, so that node-gyp downloads none; null if there are none for this version of
 * Node.js.
 */
function headersOfNode() {
  const folder = path.resolve(process.execPath, '../..');
  const file = path.join(folder, 'include/node/node_version.h');
  if (!existsSync(file)) return null;
  const [, abi] = /define NODE_MODULE_VERSION (\d+)/.exec(readFileSync(file, 'utf8')) ?? [];
  return abi === process.versions.modules ? folder : null;
}

/** Loads the driver in another process, because a broken driver can end the process that loads it. */
function loadsDriver() {
  return spawnSync(process.execPath, ['-e', 'require(process.argv[1])', DRIVER]).status === 0;
}

function keepCachesElsewhere() {
  const folder = path.join(tmpdir(), `pyramidion-caches-${userInfo().uid}`);
  process.env.npm_config_cache = path.join(folder, 'npm');
  process.env.XDG_CACHE_HOME = folder;
}

export function isInstalled() {
  return isUnpacked() && existsSync(DRIVER);
}

function isUnpacked() {
  return missingPackages().length === 0;
}

/**
 * Returns the folders of missing packages. A package that is not optional also counts as missing if another version of
 * it is installed.
 */
function missingPackages() {
  const wanted = packagesOf(path.join(ROOT, 'package-lock.json'));
  const installed = packagesOf(path.join(ROOT, 'node_modules/.package-lock.json'));
  const families = new Set(Object.keys(installed).map(familyOf));
  return Object.entries(wanted).flatMap(([place, entry]) => {
    const isThere =
      entry.optional === true
        ? !isForThisPlatform(entry) || families.has(familyOf(place))
        : place === '' || installed[place]?.version === entry.version;
    return isThere ? [] : [place];
  });
}

/**
 * True for packages with a binary for this platform. Other optional packages may be missing.
 *
 * @param {LockedPackage} entry
 */
function isForThisPlatform({ os, cpu }) {
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) !== false;
}

/**
 * Returns the path without the name of a C library. npm installs a binary package for one C library only.
 *
 * @param {string} place
 */
function familyOf(place) {
  return place.replace(/-(?:glibc|gnu|musl)(?:eabihf)?$/, '');
}

/**
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>} packages by their path in the folder; empty if there is no file
 */
function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {};
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
