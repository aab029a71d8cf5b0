import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError, Unavailable } from '../core/errors.js';
import { makeFolder } from '../core/files.js';
import type { Log } from '../core/log.js';
import { readOrMakeSecret } from '../core/secret-file.js';
import { replaceShared } from '../database/identity.js';
import type { ServedFiles } from '../database/sqlite/served-files.js';
import type { Writer } from '../database/writer.js';
import { MIN_SECRET_LENGTH, type Settings } from '../settings.js';

const FILE_NAME = 'session-secret';

const OTHER_SECRET =
  'the session secret differs from that of the last start: visitors have to sign in again, and other processes need the same SESSION_SECRET or session-secret';

const OTHER_KEY =
  'the key of the transparency log differs from that of the last start: visitors who check the log notice, and other processes need the same log-key in TRANSPARENCY_LOG_DIR';

/** Returns the SHA-256 of a secret in hexadecimal. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Reads the secret from its file, or creates that file, readable by this user only.
 * @param files watches the file: if it were lost, the next start would sign everybody out
 * @throws StartError if the file cannot be read or created, or is too short
 */
export async function loadSessionSecret(
  settings: Pick<Settings, 'database' | 'transparencyLogFolder'>,
  files: ServedFiles | null = null,
): Promise<string> {
  const path = secretPath(settings);
  try {
    await makeFolder(dirname(path));
    const secret = await readOrMakeSecret(path);
    if (secret.length >= MIN_SECRET_LENGTH) {
      files?.watch(path);
      return secret;
    }
  } catch (error) {
    throw new StartError(
      `SESSION_SECRET is not set, and ${path} cannot be used in its place (${String(error)}): set it, or let this process read and write that file`,
    );
  }
  throw new StartError(
    `SESSION_SECRET is not set, and ${path} is cut off: remove that file for a new secret, which signs everybody out`,
  );
}

/** Returns the token by which the operator's tool proves to a server that it can read the same secret. */
export function opsTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('ops').digest('base64url');
}

/** Returns the secret of a server with these settings; null if it cannot be read. Creates no file. */
export async function findSecret(
  settings: Pick<Settings, 'sessionSecret' | 'database' | 'transparencyLogFolder'>,
): Promise<string | null> {
  if (settings.sessionSecret !== null) return settings.sessionSecret;
  return readFile(secretPath(settings), 'utf8').then(
    (secret) => secret.trim(),
    () => null,
  );
}

function secretPath({
  database,
  transparencyLogFolder,
}: Pick<Settings, 'database' | 'transparencyLogFolder'>): string {
  return join(
    database.kind === 'sqlite' ? dirname(database.path) : transparencyLogFolder,
    FILE_NAME,
  );
}

/** Warns if the session secret or the log's key differs from that of the last start on this database. */
export async function warnOfOtherSecrets(
  writer: Writer,
  { secret, logKey }: { readonly secret: string; readonly logKey: string },
  log: Log,
): Promise<void> {
  try {
    if (await replaceShared(writer, 'session-secret', hashOf(secret))) log.warn(OTHER_SECRET);
    if (await replaceShared(writer, 'log-key', logKey)) log.warn(OTHER_KEY);
  } catch (error) {
    // A server must start on a full disk, too.
    if (!(error instanceof Unavailable)) throw error;
  }
}
