import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { postJson } from '../../test/support/api.js';
import { startBuiltServer } from '../../test/support/built-server.js';
import { withFolder } from '../../test/support/temporary-database.js';
import { wallet } from '../../test/support/wallets.js';
import { outcomeOf, type Effort, type Outcome } from '../report.js';

export interface BusyNodeData {
  readonly released: SharedArrayBuffer;
  readonly answer: string;
}

const LAMPORTS = 7;
const RESULT = { context: { slot: 1 }, value: LAMPORTS };

/** Number of connections that fill the queue of a server with a backlog of 1. */
const FILLERS = 3;

/**
 * Time in ms until the node accepts connections again. It exceeds the time after which Node.js by default tries the next
 * address of a name (250 ms in Node 20).
 */
const BUSY_MS = 600;

export async function dropHandshakes({ brief }: Effort): Promise<Outcome> {
  const rounds = brief ? 1 : 3;
  const broken: string[] = [];
  let slowest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { value, ms } = await askBusyNode();
    slowest = Math.max(slowest, ms);
    if (value !== LAMPORTS) broken.push('no balance from a node whose handshake was slow');
  }
  return outcomeOf({ harmed: rounds, broken, measured: { 'slowest balance, ms': slowest } });
}

async function askBusyNode(): Promise<{ readonly value: number | undefined; readonly ms: number }> {
  const released = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: RESULT });
  const workerData: BusyNodeData = { released, answer };
  const node = new Worker(resolve('backend/torture/busy-node.js'), { workerData });
  const fillers: Socket[] = [];
  try {
    const [{ port }] = listeningSchema.parse(await once(node, 'message'));
    return await withFolder(async (folder) => {
      const server = await startBuiltServer(folder, {
        SOLANA_RPC_URL: `http://two-addresses.test:${port}`,
        NODE_OPTIONS: `--import ${pathToFileURL(resolve('backend/torture/two-addresses.js')).href}`,
      });
      const busy = once(node, 'message');
      node.postMessage('be busy');
      await busy;
      for (let count = 0; count < FILLERS; count += 1) {
        fillers.push(connect(port, '127.0.0.1').on('error', () => undefined));
      }
      await Promise.all(fillers.slice(0, 1).map((filler) => once(filler, 'connect')));
      const begun = performance.now();
      const asked = postJson(`${server.url}/api/rpc`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'getBalance',
        params: [wallet('slow')],
      });
      await delay(BUSY_MS);
      release(released);
      const { result } = answerSchema.parse(await (await asked).json());
      const ms = Math.round(performance.now() - begun);
      await server.stop('SIGTERM');
      return { value: result?.value, ms };
    });
  } finally {
    release(released);
    for (const filler of fillers) filler.destroy();
    await node.terminate();
  }
}

const listeningSchema = z.tuple([z.object({ port: z.int() })]);

const answerSchema = z.object({ result: z.object({ value: z.int() }).optional() });

function release(released: SharedArrayBuffer): void {
  const flag = new Int32Array(released);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}
