import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { newSigner } from '../support/signer.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { Visitor } from '../support/visitor.js';

const NAME = 'witness.example/w1';

/** Added to the process's uptime, in ms. */
let later = 0;

beforeAll(() => {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
});

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** True if a consistency proof is valid (RFC 9162, section 2.1.4.2). */
function isConsistent(
  [oldSize, oldRoot]: readonly [number, Buffer],
  [size, root]: readonly [number, Buffer],
  proof: readonly Buffer[],
): boolean {
  if (oldSize === 0) return proof.length === 0;
  if (oldSize === size) return proof.length === 0 && oldRoot.equals(root);
  const isPower = Number.isInteger(Math.log2(oldSize));
  const [first = oldRoot, ...rest] = isPower ? [oldRoot, ...proof] : proof;
  let [fn, sn] = [oldSize - 1, size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr] = [first, first];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [sha256(Buffer.of(1), hash, fr), sha256(Buffer.of(1), hash, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else sr = sha256(Buffer.of(1), sr, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fr.equals(oldRoot) && sr.equals(root);
}

/** A C2SP witness on a free port. It cosigns a checkpoint only if its tree continues the last cosigned tree. */
class TestWitness {
  size = 0;
  root = Buffer.alloc(0);
  asked = 0;
  /** Replaces the witness's answer, if it is not null. */
  answer: ((note: string) => { status: number; body: string }) | null = null;
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        this.asked += 1;
        const [head = '', ...note] = body.split('\n\n');
        const { status, body: answered } = (this.answer ?? ((each) => this.cosign(head, each)))(
          note.join('\n\n'),
        );
        response.writeHead(status).end(answered);
      });
    });
  }

  private get typedKey(): Buffer {
    const spki = this.keys.publicKey.export({ format: 'der', type: 'spki' });
    return Buffer.concat([Buffer.of(4), spki.subarray(-32)]);
  }

  private get keyId(): Buffer {
    return sha256(Buffer.from(`${NAME}\n`), this.typedKey).subarray(0, 4);
  }

  /** Starts listening. Returns the value for LOG_WITNESSES. */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo;
    const vkey = `${NAME}+${this.keyId.toString('hex')}+${this.typedKey.toString('base64')}`;
    return `${vkey} http://127.0.0.1:${port}/prefix`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  cosignatureOf(note: string): string {
    const [checkpoint = ''] = note.split('\n\n');
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_764_000_000n);
    const signed = `cosignature/v1\ntime 1764000000\n${checkpoint}\n`;
    const signature = sign(null, Buffer.from(signed), this.keys.privateKey);
    return `— ${NAME} ${Buffer.concat([this.keyId, time, signature]).toString('base64')}\n`;
  }

  isCosigned(note: string): boolean {
    const line = note.split('\n').find((each) => each.startsWith(`— ${NAME} `)) ?? '';
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    const [checkpoint = ''] = note.split('\n\n');
    const time = bytes.length > 12 ? bytes.readBigUInt64BE(4) : 0n;
    const signed = Buffer.from(`cosignature/v1\ntime ${time}\n${checkpoint}\n`);
    return verify(null, signed, createPublicKey(this.keys.privateKey), bytes.subarray(12));
  }

  private cosign(head: string, note: string): { status: number; body: string } {
    const [first = '', ...proof] = head.split('\n');
    const [, size = '', root = ''] = note.split('\n');
    const old = Number(/^old (\d+)$/.exec(first)?.[1]);
    if (old !== this.size) return { status: 409, body: `${this.size}\n` };
    const tree = [Number(size), Buffer.from(root, 'base64')] as const;
    const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
    if (!isConsistent([old, this.root], tree, hashes)) return { status: 422, body: 'a fork\n' };
    [this.size, this.root] = [tree[0], tree[1]];
    return { status: 200, body: this.cosignatureOf(note) };
  }
}

describe('a checkpoint', () => {
  const open: { close: () => unknown }[] = [];

  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  const start = async (): Promise<[TestServer, TestWitness]> => {
    const witness = new TestWitness();
    open.push(witness);
    const server = await startTestServer({
      LOG_WITNESSES: await witness.listen(),
      TRUST_PROXY: '1',
    });
    open.push(server);
    return [server, witness];
  };

  const prove = (server: TestServer) =>
    new Visitor(server.url).signIn(newSigner(), newSigner().address);

  /** Returns a new checkpoint: waits for a pending one, and lets the cached one expire. */
  const nextNote = async ({ url }: TestServer): Promise<string> => {
    await fetch(`${url}/log/checkpoint`);
    later += 1_000;
    return (await fetch(`${url}/log/checkpoint`)).text();
  };

  test('is cosigned by a witness while the log grows', async () => {
    const [server, witness] = await start();
    for (const size of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      if (size > 0) await prove(server);
      const note = await nextNote(server);
      expect([note.split('\n')[1], witness.size]).toEqual([String(size), size]);
      expect(witness.isCosigned(note)).toBe(true);
    }
  });

  test('is cosigned again at the second entry after a witness has lost its state', async () => {
    const [server, witness] = await start();
    for (let entry = 0; entry < 5; entry += 1) await prove(server);
    const note = await nextNote(server);
    [witness.size, witness.root] = [0, Buffer.alloc(0)];
    await prove(server);
    expect(witness.isCosigned(await nextNote(server))).toBe(false);
    expect(witness.isCosigned(note)).toBe(true);
    await prove(server);
    expect(witness.isCosigned(await nextNote(server))).toBe(true);
  });

  test.each([
    ['fails', () => ({ status: 500, body: 'broken' })],
    ['says that it has cosigned a larger tree', () => ({ status: 409, body: '99\n' })],
    ['answers with a web page', () => ({ status: 200, body: '<!doctype html>' })],
    [
      'cosigns another checkpoint',
      (other: TestWitness) => ({ status: 200, body: other.cosignatureOf('x\n1\ny\n\n') }),
    ],
    ['answers with an invalid signature', () => ({ status: 200, body: `— ${NAME} AAAA\n` })],
  ])('is served without a cosignature if a witness %s', async (_what, answer) => {
    const [server, witness] = await start();
    witness.answer = () => answer(witness);
    await prove(server);
    const note = await nextNote(server);
    expect(note.split('\n')[1]).toBe('1');
    expect(note.match(/^— /gm)).toHaveLength(1);
    const { asked } = witness;
    await prove(server);
    await nextNote(server);
    expect(witness.asked).toBe(asked);
    later += 60_000;
    witness.answer = null;
    await prove(server);
    expect(witness.isCosigned(await nextNote(server))).toBe(true);
  });
});
