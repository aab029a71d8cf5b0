import { createHash } from 'node:crypto';

/** Returns the root hash of a Merkle tree of these leaf hashes, by its definition in RFC 6962, section 2.1. */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  const [only] = leaves;
  if (only === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return Buffer.from(only);
  const middle = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1);
  return createHash('sha256')
    .update(Buffer.of(1))
    .update(rootOf(leaves.slice(0, middle)))
    .update(rootOf(leaves.slice(middle)))
    .digest();
}
