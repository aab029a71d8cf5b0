import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alone, announce, packageFile, rejectUnwritable, ROOT, run } from './run.js';

const TSC = packageFile('typescript/bin/tsc');
const WEBPACK = packageFile('webpack/bin/webpack.js');

/**
 * @typedef {object} Part
 * @property {string} output
 * @property {readonly string[]} inputs files and folders
 * @property {readonly string[]} command arguments of node
 */

const BACKEND_SOURCES = [
  'backend/test',
  'backend/src',
  'backend/tsconfig.json',
  'backend/tsconfig.build.json',
];

/** @type {Readonly<Record<'backend' | 'frontend' | 'e2e' | 'bench' | 'torture', Part>>} */
const PARTS = {
  backend: {
    output: 'backend/dist',
    inputs: ['backend/src', 'backend/webpack.config.js', 'frontend/notices-plugin.js'],
    command: [WEBPACK, '-c', 'backend/webpack.config.js'],
  },
  frontend: {
    output: 'frontend/dist',
    inputs: [
      'frontend/src',
      'backend/src/shared',
      'frontend/notices-plugin.js',
      'frontend/fonts',
      'webpack.config.js',
    ],
    command: [WEBPACK, '--mode', 'production'],
  },
  e2e: {
    output: 'e2e/dist',
    inputs: [
      'e2e/support',
      'e2e/demo',
      'e2e/bench-page',
      'e2e/tsconfig.json',
      'e2e/tsconfig.build.json',
      'backend/src',
    ],
    command: [TSC, '-p', 'e2e/tsconfig.build.json'],
  },
  bench: {
    output: 'backend/bench/dist',
    inputs: ['backend/bench', ...BACKEND_SOURCES, 'backend/tsconfig.bench.json'],
    command: [TSC, '-p', 'backend/tsconfig.bench.json'],
  },
  torture: {
    output: 'backend/torture/dist',
    inputs: ['backend/torture', ...BACKEND_SOURCES, 'backend/tsconfig.torture.json'],
    command: [TSC, '-p', 'backend/tsconfig.torture.json'],
  },
};

const SHARED_INPUTS = ['package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Builds the parts that are missing or outdated.
 *
 * @param {readonly (keyof typeof PARTS)[]} names
 */
export async function buildStale(names) {
  if (isStale(names)) await alone(() => build(names));
}

/** @param {readonly (keyof typeof PARTS)[]} names */
async function build(names) {
  for (const name of names) {
    const part = PARTS[name];
    const fingerprint = fingerprintOf(part);
    if (builtFrom(part) === fingerprint) continue;
    const stamp = stampOf(part);
    const output = path.join(ROOT, part.output);
    rejectUnwritable([path.dirname(output), output]);
    announce(`Building ${name} …`);
    rmSync(output, { recursive: true, force: true });
    await run(process.execPath, part.command, `Building ${name}`);
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
}

/** @param {readonly (keyof typeof PARTS)[]} names */
export function isStale(names) {
  return names.some((name) => builtFrom(PARTS[name]) !== fingerprintOf(PARTS[name]));
}

/**
 * Marks parts as not built.
 *
 * @param {readonly (keyof typeof PARTS)[]} names
 */
export function forgetBuilds(names) {
  for (const name of names) rmSync(stampOf(PARTS[name]), { force: true });
}

/** @param {Part} part */
function builtFrom(part) {
  const stamp = stampOf(part);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

/** @param {Part} part */
function stampOf(part) {
  return path.join(ROOT, part.output, '.built-from');
}

/**
 * Hashes contents, because a checkout changes the times of files.
 *
 * @param {Part} part
 */
function fingerprintOf(part) {
  const hash = createHash('sha256').update(process.version);
  for (const file of [...part.inputs, ...SHARED_INPUTS].flatMap(filesIn)) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} input file or folder
 * @returns {string[]}
 */
function filesIn(input) {
  if (path.extname(input) !== '') return [input];
  return readdirSync(path.join(ROOT, input), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes(`${path.sep}dist${path.sep}`) && !/\.test\.tsx?$/.test(file))
    .sort();
}
