import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { renameIfFree } from './files.js';

/** Injection token of the session secret. */
export const SECRET = Symbol('secret');

const SECRET_BYTES = 32;

export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export async function readOrMakeSecret(path: string): Promise<string> {
  if (!existsSync(path)) await makeSecret(path);
  // Another process may have created the file first.
  return (await readFile(path, 'utf8')).trim();
}

async function makeSecret(path: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, `${randomSecret()}\n`, { mode: 0o600 });
    await renameIfFree(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
