import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildStale } from './build.js';
import { installMissing } from './install.js';
import { exitWithError, ROOT, say } from './run.js';

const OUTPUT = 'dist';

const CONTENTS = ['backend/dist', 'frontend/dist', 'deploy', 'docs'];

const BUNDLES = ['backend/dist', 'frontend/dist/server', 'frontend/dist/client'];

const UNBUNDLED = {
  sqlite3: ['package.json', 'LICENSE', 'lib', 'build/Release/node_sqlite3.node'],
  bindings: ['package.json', 'LICENSE.md', 'bindings.js'],
  'file-uri-to-path': ['package.json', 'LICENSE', 'index.js'],
  '@resvg/resvg-js': ['package.json', 'LICENSE', 'index.js', 'js-binding.js'],
  'swagger-ui-dist': [
    'package.json',
    'LICENSE',
    'NOTICE',
    'absolute-path.js',
    'favicon-16x16.png',
    'favicon-32x32.png',
    'swagger-ui.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui-standalone-preset.js',
    'swagger-ui-standalone-preset.js.LICENSE.txt',
  ],
};

const PROGRAMS = { pyramidion: 'backend/dist/main.js', ops: 'backend/dist/ops/main.js' };

const README = `# Pyramidion

The AI-run pyramid scheme that admits it, built for one platform. It needs Node 24 (or 20.19 and newer) and nothing else:
\`bin/pyramidion\` serves it on http://localhost:3000, with its data in \`data\` of the folder where it is started.
\`bin/ops\`, started there too, is the operator's tool, which the docs call \`ops\`.

- [From an empty server to https](docs/operating.md#install)
- [Settings](docs/settings.md)
- [Security](docs/security.md)
`;

/**
 * `npm run release [FOLDER]`: writes an archive for this platform, and a `.sha256` file beside it, into FOLDER
 * (default: `dist`).
 */
async function release() {
  await installMissing();
  await buildStale(['backend', 'frontend']);
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  // The name includes the build id, so that two builds of one version can be unpacked side by side.
  const title = `${name}-${version}-${buildId()}-${process.platform}-${process.arch}`;
  const output = path.resolve(process.argv[2] ?? path.join(ROOT, OUTPUT));
  const staging = mkdtempSync(path.join(tmpdir(), 'pyramidion-release-'));
  try {
    const folder = path.join(staging, title);
    mkdirSync(folder);
    for (const file of [...CONTENTS, ...unbundledFiles()]) copy(file, folder);
    writePrograms(folder);
    writeFileSync(path.join(folder, 'README.md'), README);
    writeFileSync(path.join(folder, 'sbom.json'), billOfMaterials({ name, version }));
    cpSync(path.join(ROOT, 'deploy/dockerignore'), path.join(folder, '.dockerignore'));
    const manifest = { name, version, license, private: true, type: 'module' };
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const archive = await pack(staging, title, output);
    say(archive);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function unbundledFiles() {
  return [
    ...Object.entries(UNBUNDLED).flatMap(([name, files]) =>
      files.map((file) => path.join('node_modules', name, file)),
    ),
    resvgOfThisPlatform(),
  ];
}

function resvgOfThisPlatform() {
  const require = createRequire(path.join(ROOT, 'package.json'));
  const { optionalDependencies } = require('@resvg/resvg-js/package.json');
  for (const name of Object.keys(optionalDependencies)) {
    try {
      return path.relative(ROOT, path.dirname(require.resolve(`${name}/package.json`)));
    } catch {
      // The package is for another platform, so it is not installed.
    }
  }
  throw new Error('@resvg/resvg-js has no build for this platform: no release can be made on it');
}

/**
 * @param {string} file
 * @param {string} folder
 */
function copy(file, folder) {
  cpSync(path.join(ROOT, file), path.join(folder, file), { recursive: true });
}

/** @param {string} folder */
function writePrograms(folder) {
  mkdirSync(path.join(folder, 'bin'));
  for (const [program, main] of Object.entries(PROGRAMS)) {
    const script = `#!/bin/sh
case $(node -v) in v?.* | v1?.* | v20.?.* | v20.1[0-8].*)
  echo "Pyramidion needs Node.js 20.19 or newer, and this is $(node -v)" >&2
  exit 1 ;;
esac
# By default, glibc has more arenas, which keep freed memory for their threads.
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
# V8's default, up to 16 MiB, lets more garbage pile up.
exec node --max-semi-space-size=8 "$(dirname "$(readlink -f "$0")")/../${main}" "$@"
`;
    writeFileSync(path.join(folder, 'bin', program), script, { mode: 0o755 });
  }
}

/** The build id that the server reports: see core/build.ts. */
function buildId() {
  const hash = createHash('sha256');
  for (const part of ['backend', 'frontend']) {
    hash.update(readFileSync(path.join(ROOT, part, 'dist/.built-from')));
  }
  return hash.digest('hex').slice(0, 12);
}

/** @param {{ name: string, version: string }} product */
function billOfMaterials({ name, version }) {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const bundled = bundledPackages();
  const components = new Map();
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder === '' || entry.link) continue;
    const component = componentOf(folder, entry);
    // Some development packages, such as css-loader, put code into the bundles.
    const isShipped = !entry.dev || bundled.has(`${component.name} ${component.version}`);
    if (isShipped) components.set(component.purl, component);
  }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components.values()],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function bundledPackages() {
  const files = BUNDLES.map((bundle) =>
    readFileSync(path.join(ROOT, bundle, 'notices.txt'), 'utf8'),
  );
  const names = files.flatMap((notices) => [...notices.matchAll(/^(\S+ \d\S*) · /gm)]);
  return new Set(names.map(([, name]) => name));
}

/**
 * @param {string} folder
 * @param {{ name?: string, version: string, license?: string, integrity?: string }} entry
 */
function componentOf(folder, { name, version, license, integrity }) {
  // The entry of an npm alias has the name of the real package.
  const real = name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${real.replace('@', '%40')}@${version}`;
  const [, sha512] = /sha512-(\S+)/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name: real,
    version,
    purl,
    ...(license !== undefined && { licenses: [{ license: { name: license } }] }),
    ...(sha512 !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    }),
  };
}

/**
 * @param {string} staging
 * @param {string} title
 * @param {string} output
 */
async function pack(staging, title, output) {
  const { create } = await import('tar');
  const file = `${title}.tar.gz`;
  mkdirSync(output, { recursive: true });
  const archive = path.join(output, file);
  // `portable` omits metadata that differs between machines, such as user ids.
  await create({ cwd: staging, file: archive, gzip: true, portable: true }, [title]);
  const checksum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${checksum}  ${file}\n`);
  return archive;
}

await release().catch(exitWithError);
