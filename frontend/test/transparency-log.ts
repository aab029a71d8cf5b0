import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { LogEntry } from '@backend/transparency-log/log-entry.schema';
import { downloadOf } from './proofs';

const TILE_WIDTH = 256;

export type LogSigner = ReturnType<typeof createSigner>;

/** Creates a key pair for a log. Returns the public key as a client sees it, and a function that signs notes. */
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

/** Returns the signed checkpoint of a log with these entries. */
export function checkpointOf(signer: LogSigner, entries: readonly LogEntry[]): string {
  const root = rootOf(leavesOf(entries)).toString('base64');
  return signer.sign(`${signer.name}\n${entries.length}\n${root}\n`);
}

/** Answers a request for a log with these entries as a server does (RFC 6962, C2SP tlog-tiles). */
export function answerOf(address: string, signer: LogSigner, entries: readonly LogEntry[]) {
  const { pathname, searchParams } = new URL(address, 'https://pyramidion.example');
  if (pathname === '/log/checkpoint') return new Response(checkpointOf(signer, entries));
  if (pathname === '/.well-known/tlog-vkey') return new Response(`${signer.vkey}\n`);
  if (pathname === '/api/proofs') {
    const after = Number(searchParams.get('after') ?? 0);
    const end = { vkey: signer.vkey, note: checkpointOf(signer, entries) };
    return new Response(downloadOf(entries, after, end));
  }
  const [, level, number, width = TILE_WIDTH] =
    /^\/log\/tile\/(\d+)\/(\d{3})(?:\.p\/(\d+))?$/.exec(pathname) ?? [];
  const leaves = leavesOf(entries);
  const span = TILE_WIDTH ** Number(level);
  const hashes = Array.from({ length: Number(width) }, (_, place) => {
    const start = (Number(number) * TILE_WIDTH + place) * span;
    return rootOf(leaves.slice(start, start + span));
  });
  return new Response(Buffer.concat(hashes));
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
