import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../core/errors.js';
import { readOrMakeSecret } from '../core/secret-file.js';
import type { ServedFiles } from '../database/sqlite/served-files.js';
import { CheckpointFile, type Checkpoint } from './checkpoint-file.js';

/** A PKCS #8 Ed25519 key without its last 32 bytes, the seed (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const KEY_FILE = 'log-key';

const SEED_BYTES = 32;

const PUBLIC_KEY_BYTES = 32;

/** The signature type of Ed25519 in a signed note (C2SP signed-note). */
const ED25519 = 1;

export class LogKey {
  private readonly privateKey: KeyObject;
  private readonly typedKey: Buffer;

  /** @param seed 32 random bytes */
  constructor(seed: Buffer) {
    const key = Buffer.concat([PKCS8_PREFIX, seed]);
    this.privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(this.privateKey).export({ format: 'der', type: 'spki' });
    this.typedKey = Buffer.concat([Buffer.of(ED25519), spki.subarray(-PUBLIC_KEY_BYTES)]);
  }

  /** Returns the public key in base64. */
  get publicKey(): string {
    return this.typedKey.subarray(1).toString('base64');
  }

  /** Returns the log's name and public key as a vkey (C2SP signed-note). */
  vkey(name: string): string {
    return `${name}+${this.idOf(name).toString('hex')}+${this.typedKey.toString('base64')}`;
  }

  /** Returns a checkpoint as a signed note (C2SP signed-note). */
  sign({ name, size, root }: Checkpoint): string {
    const text = `${name}\n${size}\n${root.toString('base64')}\n`;
    const signature = Buffer.concat([
      this.idOf(name),
      sign(null, Buffer.from(text), this.privateKey),
    ]);
    return `${text}\n— ${name} ${signature.toString('base64')}\n`;
  }

  private idOf(name: string): Buffer {
    return createHash('sha256').update(`${name}\n`).update(this.typedKey).digest().subarray(0, 4);
  }
}

/**
 * Loads the key of the transparency log. The first start creates the key.
 * @param files watches the key's file
 * @throws StartError if the key cannot be read or created, has a wrong length, or was lost after the log was published
 */
export async function loadLogKey(
  folder: string,
  files: ServedFiles | null = null,
): Promise<LogKey> {
  const path = join(folder, KEY_FILE);
  const isBegun = async () => new CheckpointFile(folder).begin().catch(unusable(path));
  // Another process may create the key and publish meanwhile.
  if (!existsSync(path) && !(await isBegun()) && !existsSync(path)) {
    throw new StartError(
      `TRANSPARENCY_LOG_DIR: the key ${path} is gone, but the log was published: restore that file, or remove log-checkpoint and log-signed beside it for a log with another key, which visitors will notice`,
    );
  }
  const key = parseKey(path, await readOrMakeSecret(path).catch(unusable(path)));
  files?.watch(path);
  return key;
}

/**
 * Reads the key that a server has created.
 * @throws StartError if the key is missing, unreadable or of a wrong length
 */
export async function readLogKey(folder: string): Promise<LogKey> {
  const path = join(folder, KEY_FILE);
  return parseKey(path, await readFile(path, 'utf8').catch(unusable(path)));
}

function parseKey(path: string, secret: string): LogKey {
  const seed = Buffer.from(secret.trim(), 'base64url');
  if (seed.length === SEED_BYTES) return new LogKey(seed);
  throw new StartError(
    `TRANSPARENCY_LOG_DIR: the key ${path} is cut off: restore that file, or remove it, log-checkpoint and log-signed for a log with another key, which visitors will notice`,
  );
}

const unusable =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `TRANSPARENCY_LOG_DIR: the key ${path} cannot be used (${String(error)}): let this process read and write that file`,
    );
  };
