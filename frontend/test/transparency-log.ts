import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { LogEntry } from '@backend/transparency-log/log-entry.schema';
import { downloadOf } from './proofs';

export type LogSigner = ReturnType<typeof createSigner>;

export function createSigner(name = 'pyramidion.example/log') {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.concat([
    Buffer.from([1]),
    publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
  ]);
  const id = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4);
  return {
    name,
    vkey: `${name}+${id.toString('hex')}+${key.toString('base64')}`,
    sign: (text: string): string => {
      const signature = sign(null, Buffer.from(text), privateKey);
      return `${text}\n— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
    },
  };
}

export function checkpointOf(signer: LogSigner, entries: readonly LogEntry[]): string {
  const root = rootOf(leavesOf(entries)).toString('base64');
  return signer.sign(`${signer.name}\n${entries.length}\n${root}\n`);
}

export function logOf(signer: LogSigner, entries: readonly LogEntry[]): string {
  return downloadOf(entries, { vkey: signer.vkey, note: checkpointOf(signer, entries) });
}

function leavesOf(entries: readonly LogEntry[]): Buffer[] {
  return entries.map((entry) => sha256(Buffer.from([0]), Buffer.from(JSON.stringify(entry))));
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256();
  if (leaves.length === 1) return first;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  return sha256(Buffer.from([1]), rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}
