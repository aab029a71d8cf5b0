import { fromBase64 } from '@/lib/base64';
import { checkSignature } from './check-proof';

/** Bytes before the public key in a vkey, which say that it is Ed25519. */
const ED25519 = 1;

const ID_BYTES = 4;

/** A key of a transparency log (C2SP signed-note). */
export interface LogKey {
  /** Name of the log. */
  readonly name: string;
  /** In hexadecimal. */
  readonly id: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** Parses a key as `name+id+key`, a vkey; null if it is malformed. */
export function readKey(vkey: string): LogKey | null {
  const [, name, id, key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  const [type, ...publicKey] = fromBase64(key) ?? [];
  if (!name || !id || type !== ED25519) return null;
  return { name, id, publicKey: new Uint8Array(publicKey) };
}

/** What a log had when its key signed it (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Name of the log. */
  readonly name: string;
  /** Number of entries. */
  readonly size: number;
  /** Root of the Merkle tree, base64. */
  readonly root: string;
}

const CHECKPOINT = /^(?<name>\S+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n/;

/** Parses a checkpoint, without a look at its signatures; null if it is malformed. */
export function readCheckpoint(note: string): Checkpoint | null {
  const { name, size, root } = CHECKPOINT.exec(note)?.groups ?? {};
  return name && size && root ? { name, size: Number(size), root } : null;
}

/** True if a key has signed a note. Null if this browser cannot check it. */
export async function isSignedBy({ name, id, publicKey }: LogKey, note: string) {
  const end = note.lastIndexOf('\n\n') + 1;
  const start = `— ${name} `;
  for (const line of note.slice(end).split('\n')) {
    const signature = line.startsWith(start) ? fromBase64(line.slice(start.length)) : null;
    if (signature === null || hexOf(signature.subarray(0, ID_BYTES)) !== id) continue;
    return checkSignature(publicKey, signature.subarray(ID_BYTES), note.slice(0, end));
  }
  return false;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
