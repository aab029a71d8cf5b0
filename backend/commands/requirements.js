import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { announce } from './run.js';

const DEBIAN_POSTGRES = '/usr/lib/postgresql';

const FULL_CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The headless shell comes first, because it renders the same pages faster. */
const CHROMIUM_PLACES = ['/usr/bin/chromium-headless-shell', ...FULL_CHROMIUM_PLACES];

const FIREFOX_PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** `folder` has a subfolder for the processor, such as `x86_64-linux-gnu`, which contains the browser. */
const WEBKIT = { driver: '/usr/bin/WebKitWebDriver', screen: '/usr/bin/Xvfb', folder: '/usr/lib' };

export const GO_MODULES = '/usr/share/gocode';
const GO_SUMDB = 'src/golang.org/x/mod/sumdb/tlog';

/** The same as in e2e/fonts/common.conf. */
const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];

/** For each set in e2e/fonts: fonts, and the Debian packages that contain them. */
const FONT_SETS = {
  dejavu: { 'DejaVuSans.ttf': 'fonts-dejavu-core' },
  liberation: { 'LiberationSans-Regular.ttf': 'fonts-liberation' },
  android: {
    'Roboto-Regular.ttf': 'fonts-roboto-unhinted',
    'NotoSerif-Regular.ttf': 'fonts-noto-core',
  },
  urw: { 'NimbusSans-Regular.otf': 'fonts-urw-base35' },
};

const EMOJI_FONT = { 'NotoColorEmoji.ttf': 'fonts-noto-color-emoji' };

/**
 * @typedef {object} Requirement
 * @property {string} name
 * @property {() => string[]} missing the Debian packages to install
 * @property {string} [variable] environment variable that overrides the path
 */

/** @type {Readonly<Record<'chromium' | 'fullChromium' | 'firefox' | 'webkit' | 'postgres' | 'pgbouncer' | 'caddy' | 'go' | 'fonts', Requirement>>} */
const REQUIREMENTS = {
  chromium: {
    name: 'Chromium',
    variable: 'CHROMIUM_PATH',
    missing: () => (chromium() === undefined ? ['chromium-headless-shell'] : []),
  },
  fullChromium: {
    name: 'a full Chromium',
    variable: 'CHROMIUM_PATH',
    missing: () => (chromium(FULL_CHROMIUM_PLACES) === undefined ? ['chromium'] : []),
  },
  firefox: {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    missing: () => (firefox() === undefined ? ['firefox-esr'] : []),
  },
  webkit: {
    name: 'WebKitGTK with its driver, and a screen for it',
    missing: () => [
      ...(existsSync(WEBKIT.driver) && webkitBrowser() ? [] : ['webkit2gtk-driver']),
      ...(existsSync(WEBKIT.screen) ? [] : ['xvfb']),
    ],
  },
  postgres: {
    name: 'the programs of PostgreSQL',
    variable: 'POSTGRES_BIN',
    missing: () => (postgres() === undefined ? ['postgresql'] : []),
  },
  pgbouncer: {
    name: 'PgBouncer',
    variable: 'PGBOUNCER_PATH',
    missing: () => (pgbouncer() === undefined ? ['pgbouncer'] : []),
  },
  caddy: { name: 'Caddy', missing: () => (isInPath('caddy') ? [] : ['caddy']) },
  go: {
    name: 'Go with its checksum database',
    missing: () => [
      ...(isInPath('go') ? [] : ['golang-go']),
      ...(existsSync(path.join(GO_MODULES, GO_SUMDB)) ? [] : ['golang-golang-x-mod-dev']),
    ],
  },
  fonts: { name: 'fonts', missing: missingFonts },
};

export class MissingRequirement extends Error {}

/** @param {readonly (keyof typeof REQUIREMENTS)[]} names */
export function missingPackages(names) {
  return names.flatMap((name) => REQUIREMENTS[name].missing());
}

/**
 * Installs missing requirements, if this process is root on Debian.
 *
 * @param {readonly (keyof typeof REQUIREMENTS)[]} names
 * @param {readonly (keyof typeof REQUIREMENTS)[]} [optional]
 * @returns {Promise<Record<string, string>>} environment variables: the paths of programs, and the sets of fonts
 * @throws {MissingRequirement} if one of `names` is still missing
 */
export async function provide(names, optional = []) {
  // Each group has its own command, since apt-get installs none of a command's packages if it cannot find one.
  for (const group of [names, ...optional.map((name) => [name])]) {
    const packages = missingPackages(group);
    if (packages.length > 0) await installDebianPackages(packages);
  }
  const lacking = names
    .map((name) => REQUIREMENTS[name])
    .filter(({ missing }) => missing().length > 0);
  if (lacking.length > 0) throw new MissingRequirement(request(lacking));
  const found = {
    FONT_SETS: installedFontSets().join(),
    CHROMIUM_PATH: chromium(names.includes('fullChromium') ? FULL_CHROMIUM_PLACES : undefined),
    FIREFOX_PATH: firefox(),
    PGBOUNCER_PATH: pgbouncer(),
    POSTGRES_BIN: postgres(),
    WEBKIT_BROWSER: webkitBrowser(),
    WEBKIT_DRIVER: existing([WEBKIT.driver]),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  );
}

/** @param {readonly Requirement[]} lacking */
function request(lacking) {
  const names = lacking.map(({ name }) => name).join(', ');
  const packages = lacking.flatMap(({ missing }) => missing()).join(' ');
  const variables = lacking.flatMap(({ variable }) => variable ?? []);
  const otherwise = variables.length > 0 ? `, or set ${variables.join(' and ')} to its path` : '';
  return `This needs ${names}: apt-get install ${packages}${otherwise}`;
}

/**
 * One shell runs both apt-get commands, so that the second starts even while this process is busy.
 *
 * @param {readonly string[]} names
 */
async function installDebianPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  announce(`Installing ${names.join(', ')} with apt-get …`);
  const script = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"';
  const child = spawn('sh', ['-c', script, 'sh', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
}

function chromium(places = CHROMIUM_PLACES) {
  const named = process.env.CHROMIUM_PATH;
  return existing(named === undefined ? places : [named]);
}

function firefox() {
  const named = process.env.FIREFOX_PATH;
  return existing(named === undefined ? FIREFOX_PLACES : [named]);
}

function webkitBrowser() {
  const folders = existsSync(WEBKIT.folder) ? readdirSync(WEBKIT.folder) : [];
  return existing(
    folders
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => path.join(WEBKIT.folder, name, 'webkit2gtk-4.1/MiniBrowser')),
  );
}

/** @param {readonly string[]} places */
function existing(places) {
  return places.find((place) => existsSync(place));
}

/** @param {string} program */
function isInPath(program) {
  return pathFolders().some((folder) => existsSync(path.join(folder, program)));
}

function pathFolders() {
  return (process.env.PATH ?? '').split(path.delimiter);
}

function postgres() {
  const { POSTGRES_BIN: named } = process.env;
  const folders = named === undefined ? [...pathFolders(), ...debianPostgres()] : [named];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
  );
}

/** Also looks in /usr/sbin, which a user's PATH may lack: Debian installs PgBouncer there. */
function pgbouncer() {
  const { PGBOUNCER_PATH: named } = process.env;
  const folders = [...pathFolders(), '/usr/sbin'];
  return existing(
    named === undefined ? folders.map((folder) => path.join(folder, 'pgbouncer')) : [named],
  );
}

function debianPostgres() {
  if (!existsSync(DEBIAN_POSTGRES)) return [];
  return readdirSync(DEBIAN_POSTGRES)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(DEBIAN_POSTGRES, version, 'bin'));
}

/** The tests select fonts by Fontconfig, which browsers do not use on macOS or Windows. */
function missingFonts() {
  if (process.platform !== 'linux') return [];
  const files = fontFiles();
  return [...Object.values(FONT_SETS), EMOJI_FONT]
    .flatMap((fonts) => Object.entries(fonts))
    .flatMap(([file, name]) => (files.has(file) ? [] : [name]));
}

function installedFontSets() {
  const files = fontFiles();
  return Object.entries(FONT_SETS).flatMap(([name, fonts]) =>
    Object.keys(fonts).every((file) => files.has(file)) ? [name] : [],
  );
}

function fontFiles() {
  const folders = FONT_FOLDERS.filter((folder) => existsSync(folder));
  return new Set(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((file) => path.basename(String(file))),
    ),
  );
}
