import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../core/errors.js';
import { readOrMakeSecret } from '../core/secret-file.js';
import type { DatabaseLocation } from '../database/database.js';
import type { ServedFiles } from '../database/sqlite/served-files.js';
import { MIN_SECRET_LENGTH, type Settings } from '../settings.js';

const FILE_NAME = 'session-secret';

/** Returns the SHA-256 of a secret in hexadecimal, which the database stores in place of the secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Loads the secret beside the SQLite file. The first start creates it, readable by this user only.
 * @param files watches the secret's file: if that file were lost, the next start would sign everybody out
 * @throws StartError if the secret is unreadable or damaged, or the database is PostgreSQL
 */
export async function loadSessionSecret(
  database: DatabaseLocation,
  files: ServedFiles | null = null,
): Promise<string> {
  if (database.kind === 'postgres') {
    throw new StartError(
      'SESSION_SECRET must be set when DATABASE_URL names a PostgreSQL database: all its processes share that secret',
    );
  }
  const path = join(dirname(database.path), FILE_NAME);
  try {
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

/** The token by which the operator's tool proves to a server that it can read the same secret. */
export class OpsToken {
  readonly value: string;

  constructor(secret: string) {
    this.value = createHmac('sha256', secret).update('ops').digest('base64url');
  }
}

/** Returns the token for a server with these settings; null if the secret cannot be read. Creates no file. */
export async function findOpsToken({
  sessionSecret,
  database,
}: Pick<Settings, 'sessionSecret' | 'database'>): Promise<OpsToken | null> {
  if (sessionSecret !== null) return new OpsToken(sessionSecret);
  if (database.kind === 'postgres') return null;
  const path = join(dirname(database.path), FILE_NAME);
  const secret = await readFile(path, 'utf8').catch(() => null);
  return secret === null ? null : new OpsToken(secret.trim());
}
