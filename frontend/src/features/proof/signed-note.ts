import { fromBase64 } from '@/lib/base64';
import { isSignature } from './check-proof';

/** The byte before an Ed25519 key in a vkey. */
const ED25519 = 1;

/** Length of the key ID that precedes the bytes of each signature. */
const ID_BYTES = 4;

/** The state of a log according to a checkpoint (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly name: string;
  /** Number of entries. */
  readonly size: number;
  /** Root of the Merkle tree, base64. */
  readonly root: string;
}

const CHECKPOINT = /^(?<name>\S+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n/;

/** Parses the first three lines of a checkpoint; null if they are malformed. */
export function readCheckpoint(note: string): Checkpoint | null {
  const { name, size, root } = CHECKPOINT.exec(note)?.groups ?? {};
  return name && size && root ? { name, size: Number(size), root } : null;
}

/**
 * True if a key has signed a note (C2SP signed-note).
 *
 * @param vkey the key as `name+ID+key`
 * @throws Error if the vkey is not of type Ed25519
 */
export async function isSignedBy(vkey: string, note: string): Promise<boolean> {
  const [, name, key = ''] = /^([^\s+]+)\+[0-9a-f]{8}\+(\S+)$/.exec(vkey) ?? [];
  const [type, ...publicKey] = fromBase64(key) ?? [];
  if (type !== ED25519) throw new Error('The key of the log is malformed');
  const end = note.lastIndexOf('\n\n') + 1;
  for (const line of note.slice(end).split('\n')) {
    const [, signer, signature = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = signer === name ? fromBase64(signature)?.subarray(ID_BYTES) : undefined;
    if (bytes && (await isSignature(new Uint8Array(publicKey), bytes, note.slice(0, end)))) {
      return true;
    }
  }
  return false;
}
