import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { withFolder } from '../test/temporary-database.js';
import type { Outcome } from './outcome.js';
import type { Harm } from './trial.js';
import { tryServer } from './trial.js';

/** How many dawdle in each way, whether to wait until the server has had enough of them, and the seed of the writers. */
export interface DawdlerOptions {
  readonly dawdlers: number;
  readonly untilCut: boolean;
  readonly seed: number;
}

const ACKNOWLEDGED = 40;

/** Requests of the good client. */
const READS = 200;

/** A connection that stands still is cut after 30 s, with half an answer in it after 60: these milliseconds are enough. */
const STILL_MS = 70_000;

/** What a cut connection needs to be seen as one, in milliseconds. */
const CLOSE_MS = 10_000;

const HEAD = 'POST /api/referral HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** What clients send who do not finish: no end of the headers, no end of the body, and no reading of what they asked for. */
const DAWDLES: readonly string[] = [
  HEAD,
  `${HEAD}Content-Length: 100\r\n\r\n{`,
  'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(300),
];

/** Has clients dawdle in every way while others read and write. */
export async function dawdle({ dawdlers, untilCut, seed }: DawdlerOptions): Promise<Outcome> {
  const harm: Harm = async ({ server, broken, writeMore }) => {
    const sockets = await Promise.all(
      Array.from({ length: dawdlers }, () => DAWDLES)
        .flat()
        .map((text) => openAndSend(server.url, text)),
    );
    const [times] = await Promise.all([
      readAsGoodClient(server.url, broken),
      writeMore(ACKNOWLEDGED),
    ]);
    if (untilCut) {
      await delay(STILL_MS);
      const open = (await Promise.all(sockets.map(isOpen))).filter((held) => held);
      if (open.length > 0) broken.push(`${open.length} dawdlers are let dawdle`);
    }
    for (const socket of sockets) socket.destroy();
    return {
      harmed: sockets.length,
      measured: { "a good client's p99, ms": percentile(times, 0.99) },
    };
  };
  return withFolder((folder) => tryServer(folder, seed, harm));
}

async function openAndSend(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** @returns what each of the answers took, in milliseconds */
async function readAsGoodClient(url: string, broken: string[]): Promise<number[]> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const started = performance.now();
    const response = await fetch(`${url}/api/leaderboard`);
    await response.text();
    times.push(performance.now() - started);
    if (response.status !== 200) broken.push(`a good client was answered ${response.status}`);
  }
  return times;
}

/** Whether the server has not hung up yet. Only who reads hears of it. */
async function isOpen(socket: Socket): Promise<boolean> {
  if (socket.destroyed) return false;
  const closed = new Promise<boolean>((resolve) => socket.on('close', () => resolve(false)));
  socket.resume();
  return Promise.race([closed, delay(CLOSE_MS, true, { ref: false })]);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = Array.from(values).sort((one, other) => one - other);
  return Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
}
