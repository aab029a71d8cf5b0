import { createHash } from 'node:crypto';
import { isSignature } from './ed25519.js';

/** A signed state of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly note: string;
  readonly vkey: string;
  readonly name: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
}

const NOTE =
  /^(?<text>(?<name>[^\s+]+)\n(?<size>0|[1-9]\d{0,14})\n(?<root>[0-9A-Za-z+/]{43}=)\n)\n(?<signatures>(?:— [^\s+]+ [0-9A-Za-z+/]+=*\n)+)$/;

/** The public key of a log, with its name: C2SP signed-note. */
const VKEY = /^(?<name>[^\s+]+)\+(?<id>[0-9a-f]{8})\+(?<typedKey>[0-9A-Za-z+/]{44})$/;

const ID_BYTES = 4;

/** Returns the checkpoint in a note if the log signed it with this key, else null. Other signatures are ignored. */
export function openCheckpoint(note: string, vkey: string): Checkpoint | null {
  const { text = '', name = '', size, root = '', signatures = '' } = NOTE.exec(note)?.groups ?? {};
  const { name: log = '', id = '', typedKey = '' } = VKEY.exec(vkey)?.groups ?? {};
  const [type, ...key] = Buffer.from(typedKey, 'base64');
  const expected = sha256(Buffer.from(`${log}\n`), Buffer.from(typedKey, 'base64'));
  const isSigned =
    type === 1 &&
    signatures.split('\n').some((line) => {
      const [, signer, base64 = ''] = line.split(' ');
      const bytes = Buffer.from(base64, 'base64');
      return (
        signer === name &&
        bytes.toString('hex', 0, ID_BYTES) === id &&
        isSignature(Buffer.from(key), Buffer.from(text), bytes.subarray(ID_BYTES))
      );
    });
  const isRightKey = log === name && expected.toString('hex', 0, ID_BYTES) === id;
  return isSigned && isRightKey ? { note, vkey, name, size: Number(size), root } : null;
}

/** The Merkle tree of a log (RFC 6962, section 2.1). */
export class LogTree {
  size = 0;
  private readonly subtrees: (Buffer | undefined)[] = [];

  add(entry: Buffer): void {
    let hash = sha256(Buffer.of(0), entry);
    let height = 0;
    for (let left; (left = this.subtrees[height]) !== undefined; height += 1) {
      this.subtrees[height] = undefined;
      hash = sha256(Buffer.of(1), left, hash);
    }
    this.subtrees[height] = hash;
    this.size += 1;
  }

  get root(): string {
    const joined = this.subtrees.reduce(
      (right, left) => (left && right ? sha256(Buffer.of(1), left, right) : (left ?? right)),
      undefined,
    );
    return (joined ?? sha256()).toString('base64');
  }
}

function sha256(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
