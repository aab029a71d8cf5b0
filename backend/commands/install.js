import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { alone, announce, isWritable, rejectUnwritable, ROOT, run } from './run.js';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 */

const DRIVER = path.join(ROOT, 'node_modules/sqlite3/build/Release/node_sqlite3.node');

const COMPILING = 'Compiling the driver of SQLite';

const NEEDED =
  'No prebuilt driver could be downloaded from github.com. Compiling it needs Python 3, make and a C++ compiler (on ' +
  'Debian: apt install python3 make g++) and headers of Node.js, from its own include folder or from nodejs.org. ' +
  'Behind a proxy: npm config set https-proxy http://HOST:PORT. Then run the same command again.';

/** Options that override npm settings which would break the installation. */
const DESPITE_SETTINGS = [
  ...['dev', 'optional', 'peer'].map((kind) => `--include=${kind}`),
  ...['dry-run', 'engine-strict', 'global'].map((name) => `--${name}=false`),
  '--package-lock=true',
  '--install-strategy=hoisted',
  `--os=${process.platform}`,
  `--cpu=${process.arch}`,
];

export async function installMissing() {
  await unpackMissing();
  await compileDriver();
}

/**
 * Unpacks the packages of the lock file if any is missing, without running their scripts. Call {@link compileDriver}
 * afterwards.
 */
export async function unpackMissing() {
  rejectSpace();
  if (!isUnpacked()) await alone(unpack);
}

async function unpack() {
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
 * @param {string} purpose
 */
async function runNpm(args, purpose) {
  // On Windows, npm is a batch file, which `spawn` cannot run without a shell. `npm run` sets `npm_execpath` to
  // npm's JavaScript.
  const { npm_execpath: npm = '' } = process.env;
  const [program, ...first] = npm.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  await run(program, [...first, ...args, '--loglevel=error'], purpose);
}

function rejectSpace() {
  if (existsSync(DRIVER) || !/\s/.test(ROOT)) return;
  throw new Error(
    `The path of ${ROOT} has a space, so SQLite's driver cannot be compiled in it. Move the folder to a path without one.`,
  );
}

/** Downloads or compiles SQLite's driver if it is missing. No other package needs its install script. */
export async function compileDriver() {
  if (!existsSync(DRIVER)) await alone(compile);
}

async function compile() {
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

/** Returns the folder with this Node's headers, so that node-gyp need not download them; null if they are missing. */
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

/** @param {LockedPackage} entry */
function isForThisPlatform({ os, cpu }) {
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) !== false;
}

/**
 * Drops the name of a C library, because npm installs only the package for this machine's library.
 *
 * @param {string} place path of a package
 */
function familyOf(place) {
  return place.replace(/-(?:glibc|gnu|musl)(?:eabihf)?$/, '');
}

/**
 * @param {string} lockFile
 * @returns {Record<string, LockedPackage>} by path
 */
function packagesOf(lockFile) {
  if (!existsSync(lockFile)) return {};
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
