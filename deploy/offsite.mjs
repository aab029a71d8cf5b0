#!/usr/bin/env node
// Runs a program with additional arguments: the paths of everything that a copy of the site needs. These are the backups,
// .env, the session secret, and the key and checkpoint of the transparency log. If a needed file is missing, this script
// fails and does not run the program. Run it in the server's folder:
//
//   /opt/pyramidion/current/deploy/offsite.mjs restic backup
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../backend/dist/ops/main.js', import.meta.url));

const FINISHED_BACKUP = /^pyramidion-.*Z\.(sqlite|dump)$/;

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`error: ${message}; nothing was copied`);
  process.exit(1);
}

/** @typedef {{ name: string, value: string | null, source: string }} Setting */

/** @returns {(name: string) => Setting} */
function readSettings() {
  const read = spawnSync(process.execPath, [MAIN, 'settings', '--json'], { encoding: 'utf8' });
  process.stderr.write(read.stderr);
  // Exit status 1 means a warning, for example of an unknown line in .env.
  if (read.status !== 0 && read.status !== 1) fail('the settings cannot be read');
  /** @type {{ settings: Setting[] }} */
  const { settings } = JSON.parse(read.stdout);
  return (name) =>
    settings.find((setting) => setting.name === name) ?? fail(`there is no setting ${name}`);
}

/** @param {(name: string) => Setting} setting */
function pathsOf(setting) {
  const backups = setting('BACKUP_DIR').value;
  if (backups === null) fail('BACKUP_DIR is not set, so there is no backup of the database');
  if (!existsSync(backups)) fail(`BACKUP_DIR ${backups} does not exist`);
  if (!readdirSync(backups).some((name) => FINISHED_BACKUP.test(name))) {
    fail(`BACKUP_DIR ${backups} has no backup of the database`);
  }
  const [kind, file = ''] = setting('DATABASE_URL').value?.split(/:(.*)/s) ?? [];
  const log = setting('TRANSPARENCY_LOG_DIR').value ?? fail('there is no TRANSPARENCY_LOG_DIR');
  const data = kind === 'sqlite' ? dirname(file) : log;
  return [
    backups,
    ...(existsSync('.env') ? ['.env'] : []),
    ...(setting('SESSION_SECRET').source === 'default' ? [join(data, 'session-secret')] : []),
    join(log, 'log-key'),
    join(log, 'log-checkpoint'),
  ].map((path) => resolve(path));
}

const [program, ...words] = process.argv.slice(2);
if (program === undefined) fail('name a program, such as restic backup');
const paths = pathsOf(readSettings());
for (const path of paths) if (!existsSync(path)) fail(`${path} does not exist`);
const { error, status } = spawnSync(program, [...words, ...paths], { stdio: 'inherit' });
if (error !== undefined) fail(`${program} cannot be run (${error.message})`);
process.exit(status ?? 1);
