import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, readdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { prepareBackupFolder } from '../backup/backup-folder.js';
import { makeBackup } from '../backup/make-backup.js';
import { rootFolder } from '../core/build.js';
import { Clock } from '../core/clock.js';
import { errorCode, firstLine, nullIfMissing, StartError } from '../core/errors.js';
import { exists, requireSpace } from '../core/files.js';
import type { DatabaseLocation } from '../database/database.js';
import { loadSettings, type Settings } from '../settings.js';
import { newCommand, Refused, reporting } from './command.js';
import { rejectUnreadable } from './files.js';
import { cleaningUp } from './interrupt.js';
import { keyValueTable } from './table.js';
import { rejectMissing } from './with-database.js';

/** Name of the link to the current release, beside the folders of the releases. */
const LINK = 'current';

/** Folder in which a release is unpacked. While it exists, a second update stops. */
const UNPACKED = '.update';

/** JSON output of `update`. */
interface Update {
  /** Path of the link to the current release. */
  readonly link: string;
  /** Names of the folders of the new and the previous release, beside the link. */
  readonly release: string;
  readonly before: string;
  readonly backup: string;
  /** The command that restores the backup. */
  readonly restore: string;
  /** The systemd unit that needs a restart. */
  readonly unit: string;
}

export const UPDATE = newCommand(
  'update',
  'back up the database and install a release; the server runs it after a restart',
  'the new release is installed; a restart runs it',
  'refused; a restart still runs the old release',
)
  .argument('<archive>', 'the .tar.gz file of the release, with its .sha256 file beside it')
  .action(
    reporting(
      (archive: string) => update(archive, rootFolder(), loadSettings(), new Clock()),
      describe,
    ),
  );

function describe({ link, release, before, backup, restore, unit }: Update): string {
  return `${keyValueTable([
    ['Backup', backup],
    ['Release', release],
    ['Previous', before],
  ])}

Now restart, then check:
  systemctl restart ${unit} && ops doctor

To go back:
  systemctl stop ${unit}
  ln -sfn ${before} ${link}
  ${restore} && systemctl start ${unit}`;
}

/**
 * Installs a release in place of the current one. The link is replaced last and atomically, so the current release
 * stays intact if the update is killed.
 * @param current folder of the current release
 * @throws Refused if the archive is damaged, is the current release, or does not run on this machine
 */
async function update(
  archive: string,
  current: string,
  settings: Settings,
  clock: Clock,
): Promise<Update> {
  const releases = dirname(current);
  const link = join(releases, LINK);
  if ((await realpath(link).catch(nullIfMissing)) !== current) {
    throw new StartError(
      `${link} does not lead to ${current}: update works on an installed release; in a clone, back up, pull and restart`,
    );
  }
  await verifyChecksum(archive);
  rejectMissing(settings.database);
  await requireSpace(releases, await unpackedSize(archive));
  const unpacked = join(releases, UNPACKED);
  await makeUnpackFolder(unpacked);
  const remove = (): Promise<void> => rm(unpacked, { recursive: true, force: true });
  return cleaningUp(remove, async () => {
    const release = await unpack(archive, unpacked);
    if (release === basename(current))
      throw new Refused(`${release} is the current release already`);
    await rejectBroken(join(unpacked, release));
    const backup = await backUp(settings, clock);
    await rm(join(releases, release), { recursive: true, force: true });
    await rename(join(unpacked, release), join(releases, release));
    const newLink = join(unpacked, LINK);
    await symlink(release, newLink);
    // After a power cut the link must not lead to files that are not on the disk.
    await promisify(execFile)('sync');
    await rename(newLink, link);
    return {
      link,
      release,
      before: basename(current),
      backup,
      restore: restoreCommand(settings.database, backup),
      unit: `pyramidion@${settings.port}`,
    };
  });
}

async function verifyChecksum(archive: string): Promise<void> {
  const list = `${archive}.sha256`;
  await rejectUnreadable(archive, 'an archive of a release');
  await rejectUnreadable(list, 'an archive with its checksum beside it');
  const [wanted] = (await readFile(list, 'utf8')).split(' ', 1);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') === wanted) return;
  throw new Refused(`${archive} does not match ${list}: copy both again`);
}

/** Returns the bytes that an archive unpacks to, by unpacking it into nothing. */
async function unpackedSize(archive: string): Promise<number> {
  let bytes = 0;
  await pipeline(
    createReadStream(archive),
    createGunzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const { length } of chunks) bytes += length;
    },
  ).catch(() => undefined);
  return bytes;
}

async function makeUnpackFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'EEXIST') {
      throw new Refused(
        `${folder} exists: wait for the running update; if none runs, delete the folder`,
      );
    }
    throw new StartError(`${folder} cannot be created (${String(error)}): run this as root`);
  });
}

/** Unpacks an archive, and returns the name of the release's folder. */
async function unpack(archive: string, folder: string): Promise<string> {
  const refuse = (why: string): never => {
    throw new Refused(`${archive} is not an archive of a release: ${why}`);
  };
  // Keeps the archive's file modes, since the server runs as another user.
  const args = ['-xzp', '--no-same-owner', '-f', archive, '-C', folder];
  await promisify(execFile)('tar', args).catch((error: unknown) => refuse(firstLine(error)));
  const [release = '', ...others] = await readdir(folder);
  const isNamed = others.length === 0 && release.startsWith('pyramidion-');
  const isRelease = isNamed && (await exists(join(folder, release, 'bin/ops')));
  return isRelease ? release : refuse('it has no folder pyramidion-… with bin/ops');
}

/** @throws Refused if the release needs another Node or C library than this machine has */
async function rejectBroken(folder: string): Promise<void> {
  const run = promisify(execFile);
  try {
    await run(join(folder, 'bin/ops'), ['--help']);
    await run('node', ['-e', 'require(process.argv[1])', join(folder, 'node_modules/sqlite3')]);
  } catch (error) {
    throw new Refused(`the release does not run on this machine: ${reasonOf(error)}`);
  }
}

/** Returns the line with the error from a program's output, or all of the output. */
function reasonOf(error: unknown): string {
  const lines = String(error).split('\n');
  return (
    lines.find((line) => /^\w*Error: (?!Command failed)|needs Node/.test(line)) ?? lines.join(' ')
  );
}

/**
 * Backs up to BACKUP_DIR, under a name that BACKUP_KEEP does not count. Without BACKUP_DIR, the backup of an SQLite
 * file is beside it, and that of a PostgreSQL database in the working directory.
 */
async function backUp({ database, backups }: Settings, clock: Clock): Promise<string> {
  const isSqlite = database.kind === 'sqlite';
  const folder = backups?.folder ?? (isSqlite ? dirname(database.path) : process.cwd());
  await prepareBackupFolder(folder);
  const time = clock.now().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `before-update-${time}.${isSqlite ? 'sqlite' : 'dump'}`);
  await makeBackup(database, file);
  return file;
}

function restoreCommand({ kind }: DatabaseLocation, backup: string): string {
  return kind === 'sqlite'
    ? `ops restore ${backup}`
    : `pg_restore --clean --if-exists --single-transaction --dbname=DATABASE ${backup}`;
}
