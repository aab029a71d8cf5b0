import { toBase64 } from '@/lib/base64';

/** The Merkle tree of a log (RFC 6962, section 2.1). */
export class LogTree {
  size = 0;
  /** Roots of the complete subtrees, by height; null where there is none. */
  readonly #subtrees: (Uint8Array | null)[] = [];

  async add(leaf: Uint8Array): Promise<void> {
    let [hash, height] = [leaf, 0];
    for (let left; (left = this.#subtrees[height]); height += 1) {
      this.#subtrees[height] = null;
      hash = await hashNode(left, hash);
    }
    this.#subtrees[height] = hash;
    this.size += 1;
  }

  /** Returns the root in base64. */
  async root(): Promise<string> {
    let root: Uint8Array | null = null;
    for (const left of this.#subtrees) {
      if (left) root = root ? await hashNode(left, root) : left;
    }
    return toBase64(root ?? (await sha256(new Uint8Array())));
  }
}

/** Returns the leaf hash of an entry (RFC 6962). */
export function hashEntry(text: string): Promise<Uint8Array> {
  return sha256(new TextEncoder().encode(`\0${text}`));
}

function hashNode(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return sha256(Uint8Array.of(1, ...left, ...right));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
